import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Stream } from '#core/wire/entry.ts';
import { acptap } from '../support/processes.ts';
import type { Shown } from '../support/recorded.ts';

/** The output of an acptap command. @throws {Error} when the command fails. */
async function outputOf(home: string, ...words: readonly string[]): Promise<Buffer> {
  const { code, bytes, stderr } = await acptap(home, ...words);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  return bytes;
}

/** `list --json`. @throws as `outputOf` does. */
export const list = async (home: string): Promise<readonly RecordingSummary[]> =>
  JSON.parse((await outputOf(home, 'list', '--json')).toString('utf8')) as RecordingSummary[]; // other tests check the output

/** `show --json`, parsed. @throws as `outputOf` does. */
export async function shown(home: string, ref: string, ...more: readonly string[]): Promise<readonly Shown[]> {
  const lines = (await outputOf(home, 'show', ref, '--json', ...more)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Shown);
}

/** `show --raw` of one stream of the latest recording. @throws as `outputOf` does. */
export const rawBytes = (home: string, from: Stream): Promise<Buffer> =>
  outputOf(home, 'show', 'latest', '--raw', '--from', from);
