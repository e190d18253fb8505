import type { Implementation } from '#core/model/recording-summary.ts';
import { toVisibleLine } from './visible-segments.ts';

/** `Zed 1.5.4`: the name and version that a peer sent. WebStorm has its version in its title, too. */
export function toPeerName(peer: Implementation): string {
  const name = toVisibleLine(peer.title ?? peer.name);
  const version = toShortVersion(peer);
  return name.endsWith(` ${version}`) ? name : `${name} ${version}`.trim();
}

/** The version without build metadata (https://semver.org, 10), which can be longer than all the rest. Info shows it. */
export const toShortVersion = ({ version }: Pick<Implementation, 'version'>): string =>
  toVisibleLine((version ?? '').replace(/\+.*/s, ''));

/** `goose`: the program of an agent that has not named itself. */
export const toProgramName = (command: readonly string[]): string =>
  toVisibleLine(command[0]?.split(/[\\/]/).at(-1) ?? 'unknown agent');
