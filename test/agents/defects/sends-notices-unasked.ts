import { defineDefect } from '../define-defect.ts';
import { update } from '../lines.ts';
import { SESSION } from '../setting.ts';

export default defineDefect({
  does: 'sends a notice to a client that does not show any',
  side: 'agent',
  breaks: 'capability/notices-are-offered',
  besides: { 'schema/names-are-current agent': 'the update is not stable yet' },
  agent: (own) => ({
    listsCommands: (on) => [...own.listsCommands(on), update(SESSION, 'notice', { severity: 'info', title: 'Busy' })],
  }),
});
