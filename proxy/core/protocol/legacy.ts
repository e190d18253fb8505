import { any, boolean, list, object, open, text, type Overlay } from './overlay.ts';

/** `models` of a session, removed June 2026: Gemini CLI, goose, Cursor and Qwen still send it. */
const models = object({
  currentModelId: text,
  availableModels: list(object({ modelId: text, name: text }, { description: text })),
});

const session = object({ sessionId: text });

/**
 * What was in ACP, stable or not, and is still in the field. Methods that are not listed here (nes/*, document/*, mcp/connect …) are
 * known by name and their params are not looked at.
 */
export const legacy: Overlay = {
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
    // private to peers that asked for them in _meta: they were never in ACP, and receivers drop them
    SessionUpdate: {
      subagent_spawned: open,
      subagent_state_update: open,
      async_task_spawned: open,
      async_task_progress: open,
      async_task_state_update: open,
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
    // until August 2026 a message went over a connection, and was no answer to a request
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

/** A client or agent that does not know yet which version it will be introduces itself in the words of both. */
export const legacyInVersion2: Overlay = {
  surface: 'legacy',
  version: 2,
  members: {
    InitializeRequest: { clientInfo: any, clientCapabilities: any },
    InitializeResponse: { agentInfo: any, agentCapabilities: any },
  },
  cases: {},
  values: {},
  calls: [],
};
