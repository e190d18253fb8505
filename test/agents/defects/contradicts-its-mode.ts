import { configOptions } from '../conforming-agent.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'says with an option that it is in another mode',
  side: 'agent',
  breaks: 'config/mode-agrees-with-its-option',
  agent: () => ({
    'session/set_config_option': ({ id }) => [ok(id, { configOptions: configOptions('ask', 'large') })],
  }),
});
