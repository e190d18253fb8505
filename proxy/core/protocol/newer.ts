import { any, list, memberOf, object, open, text, type Overlay } from './overlay.ts';
import { objectOf } from './unpack.ts';

/** A suggestion is a prompt that the user might send. Content blocks are not looked at here. */
const suggestions = object({ sessionUpdate: text, suggestions: list(object({ prompt: list(open) })) });

/** Names of schema releases 1.30 to 1.32, and those of version 2 that peers of version 1 already write. */
export const newer: Overlay = {
  surface: 'newer',
  version: 1,
  members: {
    ClientSessionCapabilities: { promptSuggestions: any },
    InitializeRequest: { info: any, capabilities: any },
    InitializeResponse: { info: any, capabilities: any },
  },
  cases: {
    SessionUpdate: { prompt_suggestions_update: suggestions },
    ToolCallContent: { session: open },
    // in version 1 the type goes without saying
    McpServer: { stdio: open },
    AuthMethod: {
      agent: objectOf(
        'AuthMethodAgent',
        new Map([
          ['id', memberOf(text, true, 'stable')],
          ['name', memberOf(text, true, 'stable')],
        ]),
        true,
      ),
    },
  },
  values: { SessionConfigOptionCategory: ['speed'] },
  calls: [],
};

export const newerInVersion2: Overlay = {
  ...newer,
  version: 2,
  members: {},
  cases: { SessionUpdate: { prompt_suggestions_update: suggestions }, ToolCallContent: { session: open } },
};

/** What is unstable in the schema acptap was made with and has become stable since: definition and member. */
export const promoted: readonly (readonly [definition: string, member: string])[] = [
  ['NewSessionRequest', 'systemPrompt'], // 1.30
  ['LoadSessionRequest', 'systemPrompt'],
  ['ResumeSessionRequest', 'systemPrompt'],
  ['SessionCapabilities', 'systemPrompt'],
];
