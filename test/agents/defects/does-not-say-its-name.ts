import { introduction } from '../conforming-agent.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'does not say who it is',
  side: 'agent',
  breaks: 'initialize/peers-introduce-themselves',
  agent: () => ({
    initialize: ({ id }) => [ok(id, { ...introduction, agentInfo: null })],
  }),
});
