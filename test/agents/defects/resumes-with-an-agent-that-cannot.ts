import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'resumes a session with an agent that does not say it can',
  side: 'client',
  breaks: 'capability/resume-is-offered',
  agent: (own) => ({
    initialize: changing(own.initialize, '"resume":{},', ''),
  }),
});
