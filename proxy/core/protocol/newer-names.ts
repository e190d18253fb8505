import { any, list, object, open, text, type SchemaAdditions } from './schema-additions.ts';

/** A suggestion is a prompt that the user might send. Its content blocks are not checked. */
const suggestions = object({ sessionUpdate: text, suggestions: list(object({ prompt: list(open) })) });

/** Names of schema releases 1.30 to 1.32. */
export const newerNames: SchemaAdditions = {
  surface: 'newer',
  version: 1,
  members: { ClientSessionCapabilities: { promptSuggestions: any } },
  cases: { SessionUpdate: { prompt_suggestions_update: suggestions }, ToolCallContent: { session: open } },
  values: { SessionConfigOptionCategory: ['speed'] },
  calls: [],
};

export const newerNamesOfVersion2: SchemaAdditions = { ...newerNames, version: 2, members: {} };

/**
 * Members that are unstable in the schema acptap was built with and that became stable later: definition and member.
 */
export const stableSince: readonly (readonly [definition: string, member: string])[] = [
  ['NewSessionRequest', 'systemPrompt'], // 1.30
  ['LoadSessionRequest', 'systemPrompt'],
  ['ResumeSessionRequest', 'systemPrompt'],
  ['SessionCapabilities', 'systemPrompt'],
];
