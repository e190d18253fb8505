import { expect, test } from 'vitest';
import { seqOf } from '#core/units.ts';
import { toJUnit } from '../../proxy/replay/report/replay-junit.ts';
import { converse } from './player-conversation.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const reportOf = (...live: readonly string[]) => converse(TURN, live.join('\n')).report;

test('a complete replay is a suite without failures', () => {
  expect(toJUnit({ ...reportOf(...CLIENT), recording: 'a "b" <c>' })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="replay of a &quot;b&quot; &lt;c&gt;" tests="4" failures="0">
    <testcase classname="replay" name="does what the recorded client did"></testcase>
    <testcase classname="replay" name="says all that the recorded client said"></testcase>
    <testcase classname="replay" name="advertises what the recorded agent needs"></testcase>
    <testcase classname="replay" name="does nothing else"></testcase>
  </testsuite>
</testsuites>
`);
});

test('a divergence fails with the whole report', () => {
  expect(toJUnit(reportOf('> 1 session/list {}'))).toContain(
    `<failure message="the recording expects initialize next (#0), the client sent session/list">the recording expects initialize next (#0), the client sent session/list

the replay diverged (0 frames played, 1 message received)

never came:
  initialize (#0)
  session/new "/work" (#2)
  session/prompt "go" (#4)
  the answer to fs/read_text_file: a result (#7)
  the answer to session/request_permission: allow (#9)</failure>`,
  );
});

test.each([
  ['missing messages', [], { strict: true, onDivergence: 'fail' }, 1],
  ['missing messages', [], { strict: false, onDivergence: 'fail' }, 0],
  ['a divergence', ['> 1 session/list {}'], { strict: false, onDivergence: 'follow' }, 0],
  ['both', ['> 1 session/list {}'], { strict: true, onDivergence: 'fail' }, 2],
] as const)('of %s (%j) under %j there are failures: %i', (_what, live, policy, failures) => {
  const xml = toJUnit(reportOf(...live), policy);
  expect(xml).toContain(`failures="${failures}"`);
  expect(xml.match(/<failure /g)?.length ?? 0).toBe(failures);
});

test('messages that were not played are listed, though they fail nothing', () => {
  const unplayed = [{ seq: seqOf(5), message: 'session/update tool_call' }];
  expect(toJUnit({ ...reportOf(...CLIENT), unplayed })).toContain(
    '<system-out>not played: session/update tool_call (#5)</system-out>',
  );
});
