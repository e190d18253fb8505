import { configOptions } from '../conforming-agent.ts';
import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'answers a choice with a list that lacks the option',
  side: 'agent',
  breaks: 'config/answer-lists-the-option-set',
  agent: () => ({
    'session/set_config_option': ({ id }) => [ok(id, { configOptions: configOptions('code', 'large').slice(0, 1) })],
  }),
});
