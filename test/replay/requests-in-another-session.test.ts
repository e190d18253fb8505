import { describe, expect, test } from 'vitest';
import { converse } from './player-conversation.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = ''] = CLIENT;

describe('a request in another session', () => {
  const sent = (sessionId: string) => PROMPT.replace('"sessionId":"s",', sessionId);
  test.each([
    ['of another name', '"sessionId":"wrong",', 'in session "wrong"', 'wrong'],
    ['that is a number', '"sessionId":7,', 'in session 7', 7],
    ['that is not given', '', 'without a session', undefined],
  ])('%s names both sessions', (_what, sessionId, words, received) => {
    const { report } = converse(TURN, [INITIALIZE, NEW, sent(sessionId)].join('\n'));
    expect(report.divergences).toMatchObject([
      {
        message: `the recording expects session/prompt "go" in session "s" next (#4), the client sent session/prompt "go" ${words}; did it wait for the answer to session/new, which has the id of the session?`,
        difference: [{ pointer: '/params/sessionId', expected: 's', ...(received === undefined ? {} : { received }) }],
      },
    ]);
  });
});
