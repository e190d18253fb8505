import { any, memberOf, open, text, type SchemaAdditions } from './schema-additions.ts';
import { objectOf } from './unpack.ts';

/**
 * Names of version 2 that peers of version 1 already send: those of its handshake, and types that version 1
 * leaves out.
 */
export const ofVersion2: SchemaAdditions = {
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

/** Names of version 1 in a version 2 handshake: a peer that does not know the version yet sends the names of both. */
export const ofVersion1: SchemaAdditions = {
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
