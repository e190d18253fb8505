import { any, list, object, open, text, type Overlay } from './overlay.ts';

/** A suggestion is a prompt that the user might send. Content blocks are not looked at here. */
const suggestions = object({ sessionUpdate: text, suggestions: list(object({ prompt: list(open) })) });

/** Names of schema releases 1.30 to 1.32. */
export const newer: Overlay = {
  surface: 'newer',
  version: 1,
  members: { ClientSessionCapabilities: { promptSuggestions: any } },
  cases: { SessionUpdate: { prompt_suggestions_update: suggestions }, ToolCallContent: { session: open } },
  values: { SessionConfigOptionCategory: ['speed'] },
  calls: [],
};

export const newerInVersion2: Overlay = { ...newer, version: 2, members: {} };

/** What is unstable in the schema acptap was made with and has become stable since: definition and member. */
export const promoted: readonly (readonly [definition: string, member: string])[] = [
  ['NewSessionRequest', 'systemPrompt'], // 1.30
  ['LoadSessionRequest', 'systemPrompt'],
  ['ResumeSessionRequest', 'systemPrompt'],
  ['SessionCapabilities', 'systemPrompt'],
];
