import { valueAt, stringAt } from '#core/json/json.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import { createFirstTime } from '../helpers/config-list.ts';
import { offeredModes } from '../helpers/offered-modes.ts';

export default defineRule({
  id: 'mode/current-mode-is-offered',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  requires:
    'The mode that the agent says a session is in is one that it has listed for the session. Reported once for each mode.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-modes',
  peers: 'Clients show no mode, or the one they knew before.',
  start() {
    const isNew = createFirstTime();

    function judge(
      session: string,
      mode: string | undefined,
      modes: ReturnType<typeof offeredModes>,
      ref: MessageRef,
      pointer: string,
      verdict: Verdict,
      trace: Trace,
    ): void {
      if (mode === undefined || typeof modes === 'string') return;
      if (modes.includes(mode)) return verdict.kept();
      if (!isNew(JSON.stringify([session, mode]))) return;
      verdict.broken({
        seq: ref.seq,
        side: 'agent',
        message: 'the current mode is not one that the session offers',
        seen: JSON.stringify(mode),
        expected: modes.map((each) => JSON.stringify(each)).join(', ') || 'a list of modes with it',
        pointer,
        ...(trace.isComplete() ? {} : { grade: 'note' }),
      });
    }

    return {
      answered({ exchange: { outcome, session, closed } }, verdict, trace) {
        const result = outcome.ok ? outcome.result : undefined;
        const mode = stringAt(result, 'modes', 'currentModeId');
        if (mode === undefined) return;
        const modes = offeredModes({
          modes: valueAt(result, 'modes'),
          configOptions: valueAt(result, 'configOptions'),
        });
        judge(
          stringAt(result, 'sessionId') ?? session ?? '',
          mode,
          modes,
          closed,
          '/result/modes/currentModeId',
          verdict,
          trace,
        );
      },
      update({ session, variant, update, ref }, verdict, trace) {
        const known = variant === 'current_mode_update' ? trace.session(session) : undefined;
        if (known)
          judge(
            session,
            stringAt(update, 'currentModeId'),
            offeredModes(known),
            ref,
            '/params/update/currentModeId',
            verdict,
            trace,
          );
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"m","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"}]}}\n< session/update {"sessionId":"m","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}',
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"m","modes":{"currentModeId":"default","availableModes":[{"id":"ask","name":"Ask"}]}}',
    ],
    keeps: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"m","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}\n< session/update {"sessionId":"m","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}',
    ],
  },
});
