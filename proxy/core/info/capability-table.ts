import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { capability, type Capability } from '#core/rules/helpers/capability.ts';

/** A capability, and the rule about using it. */
export interface KnownCapability extends Capability {
  readonly rule: string;
}

const FLAG = { isFlag: true };

/** All capabilities that have a rule, in display order: those that tools need come first. */
export const CAPABILITIES: readonly KnownCapability[] = [
  ...of('client', FLAG, [
    ['reading-files-is-offered', 'fs.readTextFile'],
    ['writing-files-is-offered', 'fs.writeTextFile'],
    ['terminals-are-offered', 'terminal'],
    ['terminal-login-is-offered', 'auth.terminal', 'auth.terminal'],
  ]),
  ...of('client', {}, [
    ['elicitation-mode-is-offered', 'elicitation.form', 'elicitation.form'],
    ['elicitation-mode-is-offered', 'elicitation.url', 'elicitation.url'],
    ['boolean-options-are-offered', 'session.configOptions.boolean'],
    ['plan-updates-are-offered', 'plan'],
    ['notices-are-offered', 'session.notices'],
    ['compaction-is-offered', 'session.compaction'],
    ['prompt-suggestions-are-offered', 'session.promptSuggestions'],
    ['subagents-are-offered', 'subagents'],
  ]),
  ...of('agent', FLAG, [
    ['load-is-offered', 'loadSession'],
    ['prompt-content-is-offered', 'promptCapabilities.image', 'session.prompt.image'],
    ['prompt-content-is-offered', 'promptCapabilities.audio', 'session.prompt.audio'],
    ['prompt-content-is-offered', 'promptCapabilities.embeddedContext', 'session.prompt.embeddedContext'],
    ['mcp-transport-is-offered', 'mcpCapabilities.http', 'session.mcp.http'],
    ['mcp-transport-is-offered', 'mcpCapabilities.sse'],
    ['mcp-transport-is-offered', 'mcpCapabilities.acp', 'session.mcp.acp'],
  ]),
  ...of('agent', {}, [
    ['mcp-transport-is-offered', undefined, 'session.mcp.stdio'],
    ['sessions-are-offered', undefined, 'session'],
    ['list-is-offered', 'sessionCapabilities.list'],
    ['resume-is-offered', 'sessionCapabilities.resume'],
    ['close-is-offered', 'sessionCapabilities.close'],
    ['delete-is-offered', 'sessionCapabilities.delete', 'session.delete'],
    ['fork-is-offered', 'sessionCapabilities.fork', 'session.fork'],
    ['archive-is-offered', 'sessionCapabilities.archive', 'session.archive'],
    ['status-is-offered', 'sessionCapabilities.status', 'session.status'],
    ['title-is-offered', 'sessionCapabilities.title', 'session.title'],
    [
      'additional-directories-are-offered',
      'sessionCapabilities.additionalDirectories',
      'session.additionalDirectories',
    ],
    ['system-prompt-is-offered', 'sessionCapabilities.systemPrompt', 'session.systemPrompt'],
    ['logout-is-offered', 'auth.logout'],
    ['auth-status-is-offered', 'auth.status', 'auth.status'],
    ['providers-are-offered', 'providers', 'providers'],
  ]),
];

/** The path of a capability in a version; undefined if the version lacks it. */
export const pathIn = ({ paths }: Capability, version: ProtocolVersion): string | undefined =>
  paths[version]?.join('.');

type Line = readonly [rule: string, one: string | undefined, two?: string];

function of(
  owner: 'client' | 'agent',
  shape: { readonly isFlag?: boolean },
  lines: readonly Line[],
): readonly KnownCapability[] {
  return lines.map(([rule, one, two]) => ({
    ...capability(owner, { ...(one === undefined ? {} : { 1: one }), ...(two === undefined ? {} : { 2: two }) }, shape),
    rule: `capability/${rule}`,
  }));
}
