import { describe, expect, test } from 'vitest';
import { AGAIN, CANCEL, CANCELLED, GO, OPEN, YES } from './cancelled-turn.ts';
import { converse, linesOf } from './player-conversation.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = ''] = CLIENT;

describe('a cancel that was not recorded', () => {
  test('ends the turn, and the next prompt starts the next turn', () => {
    const recording = `${TURN}
      > 3 session/prompt {"sessionId":"s","prompt":[]}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}
      < 3 ok {"stopReason":"end_turn"}`;
    const live = [
      INITIALIZE,
      NEW,
      PROMPT,
      '> session/cancel {"sessionId":"s"}',
      '> 8 session/prompt {"sessionId":"s","prompt":[]}',
    ];
    const { lines, report } = converse(recording, live.join('\n'));
    expect(lines.slice(-5)).toEqual([
      '> session/cancel {"sessionId":"s"}',
      '< 2 ok {"stopReason":"cancelled"}',
      '> 8 session/prompt {"sessionId":"s","prompt":[]}',
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}',
      '< 8 ok {"stopReason":"end_turn"}',
    ]);
    expect(report).toMatchObject({ outcome: 'incomplete', unused: [], divergences: [] });
  });

  test('stops its turn, but no other session', () => {
    const recording = `
      @0 > 1 session/prompt {"sessionId":"a","prompt":[]}
      @0 > 2 session/prompt {"sessionId":"b","prompt":[]}
      @1000000 < session/update {"sessionId":"a","update":{}}
      @1000000 < session/update {"sessionId":"b","update":{}}
      @2000000 < 1 ok {"stopReason":"end_turn"}
      @2000000 < 2 ok {"stopReason":"end_turn"}`;
    const live = `
      > 1 session/prompt {"sessionId":"a","prompt":[]}
      > 2 session/prompt {"sessionId":"b","prompt":[]}
      wait 500
      > session/cancel {"sessionId":"a"}
      wait 5000`;
    const { lines, report } = converse(recording, live, { speed: 'recorded' });
    expect(lines.slice(2)).toEqual([
      '> session/cancel {"sessionId":"a"}',
      '< 1 ok {"stopReason":"cancelled"}',
      '< session/update {"sessionId":"b","update":{}}',
      '< 2 ok {"stopReason":"end_turn"}',
    ]);
    expect(report.divergences).toEqual([]);
  });

  test('leaves the answers to other requests', () => {
    const recording = `
      > 1 session/prompt {"sessionId":"s","prompt":[]}
      < 9 session/request_permission {"sessionId":"s","options":[]}
      > 2 session/set_mode {"sessionId":"s","modeId":"ask"}
      > 9 ok {"outcome":{"outcome":"cancelled"}}
      < 2 ok {}
      < 1 ok {"stopReason":"end_turn"}`;
    const live = `
      > 1 session/prompt {"sessionId":"s","prompt":[]}
      > 2 session/set_mode {"sessionId":"s","modeId":"ask"}
      > session/cancel {"sessionId":"s"}
      > 9 ok {"outcome":{"outcome":"cancelled"}}`;
    const { lines, report } = converse(recording, live);
    expect(lines.filter((line) => /^< [12] /.test(line)).toSorted()).toEqual([
      '< 1 ok {"stopReason":"cancelled"}',
      '< 2 ok {}',
    ]);
    expect(report.divergences).toEqual([]);
  });

  test('in version 2 withdraws requests, answers the prompt and goes idle', () => {
    const recording = `
      > 0 initialize {"protocolVersion":2}
      < 0 ok {"protocolVersion":2}
      > 1 session/resume {"sessionId":"s","cwd":"/w"}
      < 1 ok {}
      > 2 session/prompt {"sessionId":"s","prompt":[]}
      < "ask" session/request_permission {"sessionId":"s","title":"Build","options":[]}
      > "ask" ok {"outcome":{"outcome":"selected","optionId":"y"}}
      < 2 ok {"messageId":"m"}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}`;
    const live = `
      > 0 initialize {"protocolVersion":2}
      > 1 session/resume {"sessionId":"mine","cwd":"/w"}
      > 7 session/prompt {"sessionId":"mine","prompt":[]}
      > session/cancel {"sessionId":"mine"}
      > "ask" error {"code":-32800,"message":"cancelled"}`;
    const { lines, report } = converse(recording, live);
    expect(lines.slice(-5)).toEqual([
      '> session/cancel {"sessionId":"mine"}',
      '< $/cancel_request {"requestId":"ask"}',
      '< 7 ok {"messageId":"m"}',
      '< session/update {"sessionId":"mine","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}',
      '> "ask" error {"code":-32800,"message":"cancelled"}',
    ]);
    expect(report).toMatchObject({
      unused: [],
      unplayed: [{ seq: 8, message: 'session/update state_update' }], // the answer to the cancel replaced it
      unrecorded: [{ index: 3 }],
    });
  });

  test('in version 2 plays the response in a batch of the turn, but no batch without one', () => {
    const update = (state: string) =>
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"state_update","state":"${state}"}}}`;
    const recording = `
      > 0 initialize {"protocolVersion":2}
      < 0 ok {"protocolVersion":2}
      > 1 session/resume {"sessionId":"s","cwd":"/w"}
      < 1 ok {}
      > 2 session/prompt {"sessionId":"s","prompt":[]}
      < "ask" session/request_permission {"sessionId":"s","title":"Build","options":[]}
      > "ask" ok {"outcome":{"outcome":"selected","optionId":"y"}}
      < | [{"jsonrpc":"2.0","id":2,"result":{"messageId":"m"}},${update('running')}]
      < | [${update('running')},${update('idle')}]`;
    const live = `
      > 0 initialize {"protocolVersion":2}
      > 1 session/resume {"sessionId":"s","cwd":"/w"}
      > 2 session/prompt {"sessionId":"s","prompt":[]}
      > session/cancel {"sessionId":"s"}`;
    const { lines, report } = converse(recording, live);
    expect(lines.slice(-3)).toEqual([
      '< $/cancel_request {"requestId":"ask"}',
      `< | [{"jsonrpc":"2.0","id":2,"result":{"messageId":"m"}},${update('running')}]`,
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}',
    ]);
    expect(report).toMatchObject({ unplayed: [{ seq: 8 }], unrecorded: [{ index: 3 }] });
  });

  test('without a turn is reported', () => {
    const { report } = converse(TURN, [...CLIENT, '> session/cancel {"sessionId":"s"}'].join('\n'));
    expect(report).toMatchObject({
      outcome: 'incomplete',
      unplayed: [],
      unrecorded: [{ index: 5, message: 'the client sent session/cancel with no turn to cancel' }],
    });
  });
});

describe('a permission answered with "cancelled"', () => {
  const REFUSED = YES.replace('{"outcome":"selected","optionId":"y"}', '{"outcome":"cancelled"}');

  test.each([
    ['before the cancel', [REFUSED, 'wait 900', CANCEL]],
    ['after it', [CANCEL, REFUSED]],
  ])('%s matches the recorded cancel', (_when, last) => {
    const { lines, report } = converse(CANCELLED, [OPEN, GO, ...last, AGAIN].join('\n'));
    expect(lines.filter((line) => line.startsWith('< 2 '))).toEqual(['< 2 ok {"stopReason":"cancelled"}']);
    expect(report).toMatchObject({ unused: [], unrecorded: [], divergences: [] });
  });

  test('before the cancel matches a recorded answer after the cancel', () => {
    const late = linesOf(CANCELLED).filter((line) => line !== YES && !line.includes('in_progress'));
    late.splice(late.indexOf(CANCEL) + 1, 0, YES);
    const { lines, report } = converse(late.join('\n'), [OPEN, GO, REFUSED, CANCEL, AGAIN].join('\n'));
    expect(lines.filter((line) => line.startsWith('< 2 '))).toEqual(['< 2 ok {"stopReason":"cancelled"}']);
    expect(report).toMatchObject({ outcome: 'complete', unused: [], divergences: [] });
  });

  test('without a cancel diverges after a second', () => {
    const { lines, text } = converse(CANCELLED, [OPEN, GO, REFUSED, 'wait 1000', 'wait 60000'].join('\n'), {
      timed: true,
    });
    expect(lines.at(-1)).toMatch(/^1000 < 2 error /);
    expect(text).toContain('the client answered session/request_permission with cancelled, the recording has y (#4)');
  });

  test('diverges at once when the client closes', () => {
    const { report } = converse(CANCELLED, [OPEN, GO, REFUSED, 'eof'].join('\n'));
    expect(report).toMatchObject({ outcome: 'diverged', divergences: [{ seq: 4 }] });
  });

  test('switches to another recording with the same answer', () => {
    const refused = CANCELLED.replace(YES, REFUSED).replace(
      /\n.*in_progress[\s\S]*$/,
      '\n< 2 ok {"stopReason":"refusal"}',
    );
    const { lines, report } = converse([CANCELLED, refused], [OPEN, GO, REFUSED].join('\n'));
    expect(lines.at(-1)).toBe('< 2 ok {"stopReason":"refusal"}');
    expect(report).toMatchObject({ outcome: 'complete', branch: 'branch 1' });
  });
});
