import { any, boolean, list, object, text, type SchemaAdditions } from './schema-additions.ts';

/** `models` of a session, removed June 2026: Gemini CLI, goose, Cursor and Qwen still send it. */
const models = object({
  currentModelId: text,
  availableModels: list(object({ modelId: text, name: text }, { description: text })),
});

const session = object({ sessionId: text });

/**
 * Names that ACP has removed, stable or unstable, and that peers still send. Methods not listed here (nes/*,
 * document/*, mcp/connect …) are known by name, but their params are not checked.
 */
export const legacyNames: SchemaAdditions = {
  surface: 'legacy',
  version: 1,
  members: {
    NewSessionResponse: { models },
    LoadSessionResponse: { models },
    ResumeSessionResponse: { models },
    ForkSessionResponse: { models },
    ClientCapabilities: { nes: any, positionEncodings: any },
    AgentCapabilities: { nes: any, positionEncoding: any },
    PromptRequest: { messageId: text },
    PromptResponse: { userMessageId: text },
  },
  cases: {
    // removed July 2026; receivers now read it as a method of the agent and ignore the variables
    AuthMethod: {
      env_var: object(
        { type: text, id: text, name: text },
        {
          description: text,
          link: text,
          varName: text,
          vars: list(object({ name: text }, { label: text, secret: boolean, optional: boolean })),
        },
      ),
    },
  },
  values: {},
  calls: [
    {
      method: 'session/set_model',
      kind: 'request',
      sentBy: 'client',
      params: object({ sessionId: text, modelId: text }),
    },
    { method: 'session/stop', kind: 'request', sentBy: 'client', params: session },
    // until August 2026 an `mcp/message` named a connection and was never the response to a request
    {
      method: 'mcp/message',
      kind: 'request',
      sentBy: 'agent',
      params: object({ connectionId: text, method: text }, { params: any }),
    },
    {
      method: 'mcp/message',
      kind: 'notification',
      sentBy: 'client',
      params: object({ connectionId: text, method: text }, { params: any }),
    },
  ],
};
