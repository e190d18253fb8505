import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesOf, CLIENT, TURN } from '../replay/recorded-turn.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

/** A client without an SDK. It fails when the prompt gets an error, and crashes when the agent is gone. */
const TEST = `
import { spawn } from 'node:child_process';
const [file, ...args] = JSON.parse(process.env.ACPTAP_AGENT_JSON);
const agent = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = ${JSON.stringify(CLIENT.map((line) => Buffer.from(bytesOf(line)).toString()))};
const say = (count) => agent.stdin.write(lines.splice(0, count).join(''));
let got = '';
agent.stdout.on('data', (bytes) => {
  got += bytes;
  if (lines.length === 2 && got.includes('fs/read_text_file')) say(1);
  if (lines.length === 1 && got.includes('session/request_permission')) say(1);
  if (got.includes('end_turn')) process.exit(0);
  if (got.includes('overloaded')) {
    console.error('the prompt failed');
    process.exit(5);
  }
});
agent.stdout.on('end', () => process.kill(process.pid, 'SIGKILL'));
say(3);
`;

/** A folder with a recording and the test of a client. */
function project() {
  const folder = temporaryFolder();
  const client = join(folder, 'client.mjs');
  writeFileSync(client, TEST);
  return { home: folder, fixture: recordingFile(TURN), client: [process.execPath, client] };
}

describe('acptap try', () => {
  test('runs the test under each given fault, and prints the outcome and the command to repeat it', async () => {
    const { home, fixture, client } = project();
    const answer = 'answer error -32603 "overloaded" where from:client method:session/prompt';
    const kill = 'kill SIGKILL where method:session/update';
    const given = ['crlf where from:agent', answer, kill, 'drop where method:_never'];
    const faults = given.flatMap((fault) => ['--fault', fault]);
    const words = ['try', fixture, ...faults, '--seed', '7', '--json', '--', ...client];
    const { code, stdout } = await acptap(home, ...words);
    expect(code).toBe(1);
    const again = `acptap try ${fixture} --fault '${answer}' --seed 7 -- ${client.join(' ')}`;
    expect(JSON.parse(stdout)).toMatchObject({
      fixture,
      command: client,
      seed: 7,
      withoutFault: { result: 'passed', code: 0 },
      faults: [
        { kind: 'crlf', result: 'passed', agents: 1, touched: 6 },
        { kind: 'answer', fault: answer, result: 'failed', code: 5, output: 'the prompt failed\n', touched: 1, again },
        { kind: 'kill', fault: kill, result: 'crashed', signal: 'SIGKILL', touched: 1 },
        { kind: 'drop', result: 'untouched', code: 0, agents: 1, touched: 0 },
      ],
    });
  });

  test('shows the output of a single fault', async () => {
    const { home, fixture, client } = project();
    const fault = 'answer error -32603 "overloaded" where from:client method:session/prompt';
    const { code, stdout } = await acptap(home, 'try', fixture, '--fault', fault, '--seed', '7', '--', ...client);
    expect(code).toBe(1);
    const time = String.raw`\d+(?:\.\d+)? m?s`;
    expect(stdout).toMatch(
      new RegExp(`^Without a fault the test passed in ${time}. With each fault it has ${time}.\n\n`),
    );
    expect(stdout).toContain(`s  ${fault}\n             again: acptap try ${fixture} --fault '${fault}' --seed 7 -- `);
    expect(stdout).toMatch(/ {2}failed .*\n.*\n {2}\| the prompt failed\n\n1 fault, seed 7: 1 failed\.\n$/);
  });

  test('ends with 2 when the test does not pass without a fault, or starts no agent', async () => {
    const { home, fixture } = project();
    const failing = await acptap(home, 'try', fixture, '--', '/bin/sh', '-c', 'echo not ready; exit 4');
    expect(failing).toMatchObject({ code: 2, stdout: '' });
    expect(failing.stderr).toContain('without a fault the test failed (exit code 4)');
    expect(failing.stderr).toContain('not ready');
    const idle = await acptap(home, 'try', fixture, '--', '/bin/sh', '-c', ':');
    expect(idle).toMatchObject({ code: 2, stdout: '' });
    expect(idle.stderr).toContain('did not start the command line in $ACPTAP_AGENT');
  });

  test('ends with 2 when the command line of the replay was split at the spaces of a fault: the client is not to blame', async () => {
    const { home, fixture } = project();
    const split = ['/bin/sh', '-c', ': | $ACPTAP_AGENT; test $? -ne 2'] as const;
    const tried = await acptap(home, 'try', fixture, '--fault', 'delay 20ms where from:agent', '--', ...split);
    expect(tried.code).toBe(2);
    expect(tried.stdout).not.toContain('failed');
    expect(tried.stderr).toContain(
      "with --fault 'delay 20ms where from:agent' the test did not start the command line",
    );
    expect(tried.stderr).toContain('use eval');
  });

  test('refuses a fault with a mistake before it runs anything', async () => {
    const { home, fixture } = project();
    const { code, stderr } = await acptap(home, 'try', fixture, '--fault', 'drop often', '--', '/no/such/test');
    expect(code).toBe(2);
    expect(stderr).toMatch(/"often" is not expected here.*\n {2}drop often\n {7}\^{5}/);
  });
});
