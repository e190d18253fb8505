import { TRACEPARENT } from '../conforming-client.ts';
import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a trace id where a traceparent belongs',
  side: 'client',
  breaks: 'meta/traceparent-is-valid',
  client: (own) => ({
    lists: changing(own.lists, TRACEPARENT, TRACEPARENT.slice(3, 35)),
  }),
});
