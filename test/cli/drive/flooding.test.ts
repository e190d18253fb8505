import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { driveAgent } from '../../../proxy/cli/drive/drive-agent.ts';
import { prepareDrive } from '../../../proxy/replay/drive/prepare.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { agent, prompted } from './scripted-agent.ts';

/** Drives an agent with a limit for its output and its silence. */
async function drive(code: string, timeout: number, bytes: number) {
  const [program = '', ...args] = agent(code);
  const { drive: done } = await driveAgent(
    [program, ...args],
    prepareDrive(parseTranscript(prompted()), temporaryFolder()),
    { permissions: 'recorded', timeout, bounds: { bytes, entries: 1000 }, onSignal: () => {} },
  );
  return done;
}

describe('an agent with too much output', () => {
  test('is reported, even if its end takes longer than the timeout', async () => {
    // The process that it started keeps its stdout open after its end.
    const code = `
      require('node:child_process').spawn('sleep', ['2'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
      for (;;) require('node:fs').writeSync(1, 'x'.repeat(9999));`;
    expect((await drive(code, 1500, 1_000_000)).failure).toBe(
      'the agent was ended by acptap, because it said too much, while acptap waited for the answer to session/prompt (#4 of the recording)',
    );
  });
});

describe('an agent that takes its time for one line', () => {
  test('does not count as silent', async () => {
    const code = `
      process.stdout.write('{"jsonrpc":"2.0","method":"_long","params":{"text":"');
      for (let piece = 0; piece < 8; piece += 1) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        process.stdout.write('x');
      }
      process.stdout.write('"}}\\n');`;
    const { failure } = await drive(code, 1500, 1_000_000);
    expect(failure).toBeUndefined();
  });
});
