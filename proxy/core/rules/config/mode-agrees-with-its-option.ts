import { valueAt, stringAt } from '#core/json/json.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { modeOption, toConfigOptions } from '../helpers/config-options.ts';

/** The mode as the agent last reported it, in each of the two forms. */
interface Said {
  readonly mode: string | undefined;
  readonly option: string | undefined;
  readonly ref: MessageRef;
  readonly reported?: boolean;
}

export default defineRule({
  id: 'config/mode-agrees-with-its-option',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  restsOn: ['current_mode_update', 'config_option_update'],
  requires:
    'An agent that gives the mode of a session as a mode and as a configuration option says the same with both.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-config-options#relationship-to-session-modes',
  peers: 'Clients look at one of the two: which mode the person sees depends on the editor.',
  start() {
    const bySession = new Map<string, Said>(); // open sessions only

    function remember(session: string | undefined, said: Partial<Said> & { readonly ref: MessageRef }): void {
      const before = session === undefined ? undefined : bySession.get(session);
      if (session !== undefined && before) bySession.set(session, { ...before, ...said, reported: false });
    }

    return {
      session({ session }) {
        const { id, opened, modes, configOptions, closed } = session;
        if (closed) return void bySession.delete(id);
        const option = optionValue(configOptions);
        bySession.set(id, { mode: stringAt(modes, 'currentModeId'), option, ref: opened });
      },
      update({ session, variant, update, ref }) {
        if (variant === 'current_mode_update') remember(session, { mode: stringAt(update, 'currentModeId'), ref });
        if (variant === 'config_option_update')
          remember(session, { option: optionValue(valueAt(update, 'configOptions')), ref });
      },
      // The client knows what it set itself: the agent need not repeat it in the other form.
      answered({ exchange: { method, params, session, outcome, closed: ref } }) {
        if (!outcome.ok) return;
        const mode = method === 'session/set_mode' ? stringAt(params, 'modeId') : undefined;
        if (mode !== undefined) remember(session, { mode, option: mode, ref });
        if (method !== 'session/set_config_option') return;
        const option = modeOption(toConfigOptions(valueAt(outcome.result, 'configOptions')));
        const value = typeof option?.currentValue === 'string' ? option.currentValue : undefined;
        const wasSet = option?.id === stringAt(params, 'configId');
        remember(session, { option: value, ref, ...(wasSet ? { mode: value } : {}) });
      },
      turn({ turn: { session, ended } }, verdict, trace) {
        const said = bySession.get(session);
        if (!ended || said?.mode === undefined || said.option === undefined) return;
        const { mode, option, ref, reported } = said;
        if (mode === option) return verdict.kept();
        const names = modeOption(toConfigOptions(trace.session(session)?.configOptions))?.values();
        if (reported || !names?.includes(mode)) return; // the two forms use different ids for the modes
        bySession.set(session, { ...said, reported: true });
        verdict.broken({
          seq: ended.seq,
          missedIn: session,
          missedSince: ref.seq,
          side: 'agent',
          message: 'the turn ends and the mode is not what the configuration option says',
          seen: `mode ${JSON.stringify(mode)}, option ${JSON.stringify(option)}`,
          expected: 'the same with both',
          related: [ref.seq],
          ...(trace.isComplete() ? {} : { grade: 'note' }),
        });
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}\n> 2 session/prompt {"sessionId":"c","prompt":[{"type":"text","text":"go"}]}\n< session/update {"sessionId":"c","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}\n< 2 ok {"stopReason":"end_turn"}\n> 3 session/prompt {"sessionId":"c","prompt":[{"type":"text","text":"on"}]}\n< 3 ok {"stopReason":"end_turn"}', // sent only as the mode, not as the option
    ],
    keeps: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}\n> 2 session/set_mode {"sessionId":"c","modeId":"code"}\n< 2 ok {}\n> 3 session/prompt {"sessionId":"c","prompt":[{"type":"text","text":"go"}]}\n< 3 ok {"stopReason":"end_turn"}', // the client has set it
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"c","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}\n> 2 session/prompt {"sessionId":"c","prompt":[{"type":"text","text":"go"}]}\n< session/update {"sessionId":"c","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}\n< session/update {"sessionId":"c","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}\n< 2 ok {"stopReason":"end_turn"}',
    ],
  },
});

function optionValue(list: unknown): string | undefined {
  const value = modeOption(toConfigOptions(list))?.currentValue;
  return typeof value === 'string' ? value : undefined;
}
