import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'asks for permission without an option',
  side: 'agent',
  breaks: 'permission/has-options',
  agent: (own) => ({
    asksToPublish: (on) => own.asksToPublish(on).map((line) => line.replace(/"options":\[.*\]/, '"options":[]')),
  }),
});
