import { expect, test } from 'vitest';
import { renderReports } from './divergence-case.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = ''] = CLIENT;

test('a difference names folders as the client sent them, not as the recording has them', () => {
  const [expected, got] = renderReports({
    what: 'a prompt with another path in another folder',
    recording: TURN.replace('"go"', '"read /work/a"'),
    live: [
      INITIALIZE,
      NEW.replace('/work', '/home/me/app'),
      PROMPT.replace('"go"', '"read /home/me/app/b"').replace(
        '}]',
        '},{"type":"resource_link","uri":"file:///home/me/app/b","name":"b"}]',
      ),
    ],
    options: { match: { 'session/prompt': 'normalised' } },
    report: `
      | the recording has session/prompt "read /work/a" (#4), the client sent session/prompt "read /home/me/app/b [resource_link]"
      |   /params/prompt/0/text: expected "read /work/a", got "read /home/me/app/b"
      |   /params/prompt/1: expected nothing, got {"type":"resource_link","uri":"file:///home/me/app/b","name":"b"}
      |
      | the replay diverged (2 frames played, 3 messages received)
      |
      | never came:
      |   session/prompt "read /work/a" (#4)
      |   the answer to fs/read_text_file: a result (#7)
      |   the answer to session/request_permission: allow (#9)`,
  });
  expect(got).toBe(expected);
});
