import type { JsonObject } from '#core/json/json.ts';

/** For examples: a handshake that agrees on a version, with only these capabilities. */
export function handshake({
  version = 1,
  client = {},
  agent = {},
  authMethods = [],
}: {
  version?: 1 | 2;
  client?: JsonObject;
  agent?: JsonObject;
  authMethods?: readonly JsonObject[];
} = {}): string {
  const names: readonly [string, string, string, string] =
    version === 1
      ? ['clientCapabilities', 'clientInfo', 'agentCapabilities', 'agentInfo']
      : ['capabilities', 'info', 'capabilities', 'info'];
  const asked = { protocolVersion: version, [names[0]]: client, [names[1]]: { name: 'editor', version: '1.0.0' } };
  const answered = { protocolVersion: version, [names[2]]: agent, [names[3]]: { name: 'agent', version: '1.0.0' } };
  return `> "a" initialize ${JSON.stringify(asked)}\n< "a" ok ${JSON.stringify({ ...answered, authMethods })}`;
}

/** A handshake followed by a new session `s`. */
export const handshakeAndSession = (said: Parameters<typeof handshake>[0] = {}): string => {
  const inVersion2 = said.version === 2 && !said.agent?.['session'];
  const agent = inVersion2 ? { ...said.agent, session: {} } : (said.agent ?? {});
  return `${handshake({ ...said, agent })}\n> "b" session/new {"cwd":"/home/me/app","mcpServers":[]}\n< "b" ok {"sessionId":"s"}`;
};
