import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { onTestFinished } from 'vitest';
import { recordingsIn } from '../../proxy/cli/commands/mcp.ts';
import { importAlone } from '../../proxy/cli/recordings/import-file.ts';
import { createMcpServer } from '../../proxy/mcp/create-server.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { recordingFile } from '../support/recording-file.ts';

export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- answers are read by their members

/** A client of a server in memory, over these recordings; the last is the newest. */
export async function ask(...files: readonly [transcript: string, header: Parameters<typeof recordingFile>[1]][]) {
  const store = openStore(MEMORY);
  for (const [index, [transcript, header]] of files.entries())
    await importAlone(
      store,
      recordingFile(transcript, { startedAt: Date.UTC(2026, 0, index + 1) as never, ...header }),
    );
  const server = createMcpServer({
    recordings: recordingsIn(() => store, '/work'),
    version: '1.2.3',
    rest: () => Promise.resolve(),
    now: () => performance.now(),
    epoch: Date.now,
    loadRegexes: async () => (await import('../../proxy/regex/linear-regex.ts')).compileRegex,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [left, right] = InMemoryTransport.createLinkedPair();
  await server.connect(left);
  await client.connect(right);
  onTestFinished(async () => {
    await client.close();
    store.close();
  });
  return clientOf(client);
}

export function clientOf(client: Client) {
  /** The text of an answer. @throws for an answer that is an error. */
  async function text(name: string, args: object = {}): Promise<string> {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } });
    const [{ text: said } = { text: '' }] = content as { text: string }[];
    if (isError) throw new Error(said);
    return said;
  }
  return { client, text, tool: async (name: string, args?: object) => JSON.parse(await text(name, args)) as Json };
}
