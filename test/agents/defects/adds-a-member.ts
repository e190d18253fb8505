import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'adds a member of its own outside of _meta',
  side: 'agent',
  breaks: 'schema/members-are-known',
  agent: (own) => ({
    reports: changing(own.reports, '"content"', '"index":0,"content"'),
  }),
});
