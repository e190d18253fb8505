import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'changes the mode without the option that says the same',
  side: 'agent',
  breaks: 'config/mode-agrees-with-its-option',
  agent: (own) => ({
    'session/set_mode': (on) => own['session/set_mode'](on).slice(0, 2),
  }),
});
