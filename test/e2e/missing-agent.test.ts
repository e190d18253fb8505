import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { start, startShim } from '../support/processes.ts';
import { list } from '../support/recorded.ts';

describe('an agent that cannot be started', () => {
  const shell = (path: string): readonly [string, ...string[]] => ['sh', '-c', 'exec "$0"', path];

  test('is missing: 127 as from a shell, one line that names it, nothing on stdout', async () => {
    const path = '/nonexistent/agent';
    expect(await start(shell(path)).exited).toEqual({ code: 127, signal: null });
    const home = temporaryFolder();
    const client = startShim([path], { home });
    expect(await client.closed).toEqual({ code: 127, signal: null });
    expect(client.stderr()).toMatch(/^acptap: [^\n]*"\/nonexistent\/agent"[^\n]*not found[^\n]*\n$/);
    expect(client.stdout()).toHaveLength(0);
    expect(await list(home)).toMatchObject([{ state: 'ended', exit: { code: null, signal: null } }]);
  });

  test('is not executable: 126 as from a shell, one line that names it', async () => {
    const path = join(temporaryFolder(), 'agent');
    writeFileSync(path, 'no program');
    chmodSync(path, 0o600);
    expect(await start(shell(path)).exited).toEqual({ code: 126, signal: null });
    const client = startShim([path], { home: temporaryFolder() });
    expect(await client.closed).toEqual({ code: 126, signal: null });
    expect(client.stderr().trimEnd().split('\n')).toEqual([expect.stringContaining(`"${path}"`)]);
    expect(client.stdout()).toHaveLength(0);
  });
});
