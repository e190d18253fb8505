import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'asks for a page of sessions with a cursor of its own',
  side: 'client',
  breaks: 'session/list-cursor-was-issued',
  client: (own) => ({
    listsFurther: changing(own.listsFurther, 'page-2', 'page-3'),
  }),
});
