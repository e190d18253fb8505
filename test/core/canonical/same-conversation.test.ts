import { assert, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasSameConversation } from '#core/canonical/same-conversation.ts';
import { rounds } from '../../support/effort.ts';
import { canonicalOf, recorded, twoRuns } from './recorded-runs.ts';

const OPENING = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1}
  > 1 session/new {"cwd":"/a"}
  > 2 session/new {"cwd":"/b"}
  < 1 ok {"sessionId":"s1"}
  < 2 ok {"sessionId":"s2"}
  > 3 session/prompt {"sessionId":"s1","prompt":[]}
  > 4 session/prompt {"sessionId":"s2","prompt":[]}`;
const call = (session: string, id: string, title = 'Read') =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"tool_call","toolCallId":"${id}","title":"${title}","_meta":{"parent":"${id}"}}}`;
const TURNS = `
  ${call('s1', 'call_0a1b2c3d4e')}
  < 0 fs/read_text_file {"sessionId":"s1","path":"/a/x"}
  > 0 ok {"content":""}
  < 3 ok {"stopReason":"end_turn"}
  ${call('s2', 'call_1a2b3c4d5e')}
  ${call('s2', 'call_2a3b4c5d6e', 'Edit')}
  < 1 fs/read_text_file {"sessionId":"s2","path":"/b/y"}
  > 1 ok {"content":""}
  < 4 ok {"stopReason":"end_turn"}`;
const END = '\n= eof {"of":"client"}\n= exit {"code":0,"signal":null}';

const isSame = (one: string, other: string) => hasSameConversation(recorded(one), recorded(other));

describe('a recording has the same lasting content', () => {
  test('in another run', () => {
    assert(
      property(twoRuns(), ([one, other]) => {
        expect(hasSameConversation(one, other)).toBe(true);
      }),
      { numRuns: rounds(25, 100) },
    );
  });

  test('in its canonical form', () => {
    assert(
      property(twoRuns(), ([one]) => {
        expect(hasSameConversation(one, canonicalOf(one))).toBe(true);
      }),
      { numRuns: rounds(25, 100) },
    );
  });

  test('when sessions interleave differently', () => {
    const other = `
      > 0 initialize {"protocolVersion":1}
      < 0 ok {"protocolVersion":1}
      > 1 session/new {"cwd":"/c"}
      > 2 session/new {"cwd":"/d"}
      < 2 ok {"sessionId":"other"}
      ! ready
      < 1 ok {"sessionId":"one"}
      > 3 session/prompt {"sessionId":"one","prompt":[]}
      > 4 session/prompt {"sessionId":"other","prompt":[]}
      ${call('other', 'call_9f8e7d6c5b')}
      ${call('one', 'call_8f7e6d5c4b')}
      ${call('other', 'call_7f6e5d4c3b', 'Edit')}
      < 0 fs/read_text_file {"sessionId":"other","path":"/d/y"}
      < 1 fs/read_text_file {"sessionId":"one","path":"/c/x"}
      > 1 ok {"content":""}
      > 0 ok {"content":""}
      < 4 ok {"stopReason":"end_turn"}
      < 3 ok {"stopReason":"end_turn"}`;
    expect(isSame(OPENING + TURNS, other)).toBe(true);
    expect(hasSameConversation(recorded(OPENING + TURNS), canonicalOf(recorded(other)))).toBe(true);
  });

  test('whatever made-up values agents put into free members', () => {
    const note = (free: string) =>
      `${OPENING}\n< session/update {"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"c",${free}}}`;
    const one = note(`"rawOutput":{"duration":{"nanos":5120},"pid":4711,"text":"done"},"_meta":{"at":1750000000000}`);
    const other = note(`"rawOutput":{"duration":{"nanos":77},"pid":815,"text":"done"},"_meta":{"at":1760000000001}`);
    expect(isSame(one, other)).toBe(true);
    expect(isSame(one, other.replace('done', 'failed'))).toBe(false);
  });

  test('however the agent ended after the client had closed', () => {
    const killed = END.replace('"code":0,"signal":null', '"code":null,"signal":"SIGTERM"');
    expect(isSame(OPENING + TURNS + END, OPENING + TURNS + killed)).toBe(true);
  });
});

test.each([
  ['another text', TURNS.replace('"Read"', '"Write"')],
  ['another order in a session', TURNS.replace(/(.*"call_1.*\n)(.*"call_2.*\n)/, '$2$1')],
  ['one frame less', TURNS.replace(/.*"call_2.*\n/, '')],
  ['one tool call in place of two', TURNS.replaceAll('call_2a3b4c5d6e', 'call_1a2b3c4d5e')],
  ['an id of another type', TURNS.replace('< 0 fs', '< "0" fs').replace('> 0 ok', '> "0" ok')],
  ['an exit before the client has closed', `${TURNS}\n= exit {"code":1,"signal":null}`],
])('a recording with %s is not the same', (_what, turns) => {
  expect(turns).not.toBe(TURNS);
  expect(isSame(OPENING + TURNS, OPENING + turns)).toBe(false);
});
