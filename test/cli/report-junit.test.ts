import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';
import { parseXml } from '../support/xml.ts';

/** One error, a second response; and one note, no agentInfo. */
const BROKEN = `> 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  < 1 ok {"sessionId":"s"}
  = exit {"code":0,"signal":null}`;

async function junit(failOn: string) {
  const words = ['--format', 'junit', '--fail-on', failOn];
  const { stdout } = await acptap(temporaryFolder(), 'check', recordingFile(BROKEN), ...words);
  const [suite] = parseXml(stdout).children;
  const failed = suite?.children.filter(({ children }) => children[0]?.name === 'failure') ?? [];
  return { stdout, count: suite?.attributes['failures'], names: failed.map(({ attributes }) => attributes['name']) };
}

describe('check --format junit', () => {
  test.each([
    ['never', []],
    ['error', ['jsonrpc/response-comes-once']],
    ['note', ['initialize/peers-introduce-themselves', 'jsonrpc/response-comes-once']],
  ])('fails the rules that --fail-on %s fails', async (failOn, rules) => {
    const { count, names } = await junit(failOn);
    expect([count, new Set(names)]).toEqual([String(rules.length), new Set(rules)]);
  });

  test('calls the suite by the path of the file, as the text report does its heading', async () => {
    const [one, other] = [recordingFile(BROKEN), recordingFile(BROKEN)];
    const { stdout } = await acptap(temporaryFolder(), 'check', one, other, '--format', 'junit');
    expect(parseXml(stdout).children.map(({ attributes }) => attributes['name'])).toEqual([one, other]);
    const text = await acptap(temporaryFolder(), 'check', one, other);
    expect(text.stdout.match(/^.*(?=: 1 error)/gm)).toEqual([one, other]);
  });

  test('has the entry, its method, the place in the frame and what was expected in the body', async () => {
    expect((await junit('error')).stdout).toMatch(
      />#4 session\/new: error, fault of the agent: .+\n {2}where: \/id\n {2}seen: .+\n {2}expected: .+<\/failure>/,
    );
  });
});
