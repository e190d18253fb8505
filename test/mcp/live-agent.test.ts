import { realpathSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { CLI, startShim } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';
import { clientOf, type Json } from './mcp-client.ts';

test('why a live agent hangs is answered in two calls, by the command on stdio', async () => {
  const home = temporaryFolder();
  const cwd = realpathSync(temporaryFolder());
  const shim = startShim([process.execPath, '-e', 'process.stdin.resume()'], { home, cwd });
  shim.child.stdin.write(
    '{"jsonrpc":"2.0","id":7,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n{"jsonrpc":"2.0"',
  );
  const env = { ...process.env, ACPTAP_HOME: home } as Record<string, string>;
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], env, cwd, stderr: 'pipe' }),
  );
  onTestFinished(() => client.close());
  const { tool } = clientOf(client);
  const waiting = await waitFor('the prompt in the list', async () => {
    const { recordings } = await tool('list_recordings');
    const [{ state, waits } = {}] = recordings as Json[];
    return state === 'live' && waits ? (waits as string[]) : undefined;
  });
  expect(waiting[0]).toMatch(/^waiting for the agent to answer session\/prompt \(#1\) for /);
  const { turns } = await tool('stats');
  const agent = expect.toSatisfy((us: number) => us > 0, 'although the prompt is the last entry');
  expect(turns).toMatchObject([{ awaited: 'agent', share: { agent, client: 0, human: 0, acptap: 0 } }]);
  const { entries } = await tool('show_entries', { around: 1 });
  expect(entries).toContainEqual(
    expect.objectContaining({ seq: 1, kind: 'request', method: 'session/prompt', id: '7' }),
  );
});
