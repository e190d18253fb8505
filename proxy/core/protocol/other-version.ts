import { any, memberOf, open, text, type Overlay } from './overlay.ts';
import { objectOf } from './unpack.ts';

/** What version 2 says and peers of version 1 already write: the words of its handshake, and types that go without saying in version 1. */
export const ofVersion2: Overlay = {
  surface: 'other-version',
  version: 1,
  members: {
    InitializeRequest: { info: any, capabilities: any },
    InitializeResponse: { info: any, capabilities: any },
  },
  cases: {
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
  values: {},
  calls: [],
};

/** A client or agent that does not know yet which version it will be introduces itself in the words of both. */
export const ofVersion1: Overlay = {
  surface: 'other-version',
  version: 2,
  members: {
    InitializeRequest: { clientInfo: any, clientCapabilities: any },
    InitializeResponse: { agentInfo: any, agentCapabilities: any },
  },
  cases: {},
  values: {},
  calls: [],
};
