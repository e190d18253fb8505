import { clientIntroduction } from '../conforming-client.ts';
import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'initializes a connection again',
  side: 'client',
  breaks: 'initialize/happens-once',
  client: (own) => ({
    logsIn: (on) => [...own.logsIn(on), request('again', 'initialize', clientIntroduction)],
  }),
});
