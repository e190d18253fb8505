import { describe, expect, test } from 'vitest';
import { AGAIN, CANCEL, CANCELLED, GO, OPEN, YES } from './cancelled-turn.ts';
import { renderReports, type DivergenceCase } from './divergence-case.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = ''] = CLIENT;

const cases: readonly DivergenceCase[] = [
  {
    what: 'a cancel before its time',
    recording: CANCELLED,
    live: [OPEN, GO, CANCEL, '> 0 ok {"outcome":{"outcome":"cancelled"}}', AGAIN],
    report: `
      | the replay is incomplete: not played: session/update tool_call_update (#5, #7), … (3 frames played, 5 messages received)
      |
      | not played:
      |   session/update tool_call_update (#5, #7)
      |   the answer to session/prompt (#8)
      |
      | note: session/cancel came before its time (#6); the turn was ended with it`,
  },
  {
    what: 'a person who takes an hour for a choice, and for a cancel',
    recording: CANCELLED,
    live: [OPEN, GO, 'wait 3600000', YES, 'wait 3600000', CANCEL, AGAIN],
    report: `
      | the replay is complete (6 frames played, 5 messages received)`,
  },
  {
    what: 'no cancel',
    recording: CANCELLED,
    live: [OPEN, GO, YES, 'wait 5000'],
    options: { idleTimeout: 5000 },
    report: `
      | waited 5 s for the client to send session/cancel (#6); the wait began at the start; session/prompt (#2) is answered after that
      |
      | the replay diverged (3 frames played, 3 messages received)
      |
      | never came:
      |   session/cancel (a notification) (#6)
      |   session/prompt "again" (#9)`,
  },
  {
    what: 'no cancel, followed',
    recording: CANCELLED,
    live: [OPEN, GO, YES, 'wait 5000', AGAIN],
    options: { onDivergence: 'follow', idleTimeout: 5000 },
    report: `
      | waited 5 s for the client to send session/cancel (#6); the wait began at the start; session/prompt (#2) is answered after that
      |
      | the replay diverged (6 frames played, 4 messages received)
      |
      | never came: session/cancel (a notification) (#6)`,
  },
  {
    what: 'a cancel that is sent again while its turn still asks the client, which changes nothing',
    recording: CANCELLED.replace(
      '< 2 ok',
      `< 4 fs/read_text_file {"sessionId":"s","path":"/work/file"}
       > 4 ok {"content":"text"}
       < 2 ok`,
    ),
    live: [OPEN, GO, YES, CANCEL, CANCEL, '> 4 ok {"content":"text"}', AGAIN],
    report: `
      | the replay is incomplete: not recorded: the client sent session/cancel again; its turn was cancelled already (7 frames played, 7 messages received)`,
  },
  {
    what: 'a cancel before its time, and again after the turn has ended with it',
    recording: CANCELLED,
    live: [OPEN, GO, CANCEL, CANCEL, '> 0 ok {"outcome":{"outcome":"cancelled"}}', AGAIN],
    report: `
      | the replay is incomplete: not played: session/update tool_call_update (#5, #7), … (3 frames played, 6 messages received)
      |
      | not played:
      |   session/update tool_call_update (#5, #7)
      |   the answer to session/prompt (#8)
      |
      | not recorded: the client sent session/cancel with no turn to cancel
      |
      | note: session/cancel came before its time (#6); the turn was ended with it`,
  },
  {
    what: 'a cancel of two turns that comes before the second of them',
    recording: `
      > 1 session/new {"cwd":"/work","mcpServers":[]}
      < 1 ok {"sessionId":"s"}
      > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}
      < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}
      > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"again"}]}
      > 0 ok {"outcome":{"outcome":"selected","optionId":"y"}}
      > session/cancel {"sessionId":"s"}
      < 2 ok {"stopReason":"cancelled"}
      < 3 ok {"stopReason":"cancelled"}`,
    live: [OPEN, GO, CANCEL, '> 0 ok {"outcome":{"outcome":"cancelled"}}', AGAIN, 'wait 60000'],
    report: `
      | the replay is incomplete: not played: the answer to session/prompt (#7) (3 frames played, 5 messages received)
      |
      | note: session/cancel came before its time (#6); the turn was ended with it`,
  },
  {
    what: 'no answer to the question of a cancelled turn, and which answer was expected',
    recording: `
      > 1 session/new {"cwd":"/work","mcpServers":[]}
      < 1 ok {"sessionId":"s"}
      > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}
      < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}
      > session/cancel {"sessionId":"s"}
      > 0 ok {"outcome":{"outcome":"cancelled"}}
      < 2 ok {"stopReason":"cancelled"}`,
    live: [OPEN, GO, CANCEL, 'wait 5000'],
    options: { personTimeout: 5000 },
    report: `
      | waited 5 s for the client to answer session/request_permission (#5) with the outcome cancelled; the wait began at the start
      |
      | the replay diverged (2 frames played, 3 messages received)
      |
      | never came: the answer to session/request_permission: cancelled (#5)`,
  },
  {
    what: 'a cancel that was not recorded',
    recording: TURN,
    live: [
      INITIALIZE,
      NEW,
      PROMPT,
      '> session/cancel {"sessionId":"s"}',
      '> 0 error {"code":-32800,"message":"cancelled"}',
    ],
    report: `
      | the replay is incomplete: not played: session/request_permission (#8), … (4 frames played, 5 messages received)
      |
      | not played:
      |   session/request_permission (#8)
      |   the answer to session/prompt (#10)
      |
      | not recorded: the client cancelled the turn of #4, the recorded one did not; the turn was ended`,
  },
];

describe('the report of a cancelled replay', () => {
  test.each(cases)('reports $what', (one) => {
    const [expected, got] = renderReports(one);
    expect(got).toBe(expected);
  });
});
