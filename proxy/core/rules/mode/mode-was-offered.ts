import { valueAt, stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { namesSession } from '#core/protocol/method-traits.ts';
import { suggestionText, nearestName } from '#core/protocol/suggest-name.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { createConfigLists, modeOption } from '../helpers/config-options.ts';
import { offeredModes } from '../helpers/offered-modes.ts';

export default defineRule({
  id: 'mode/mode-was-offered',
  grade: 'error',
  binds: 'client',
  versions: [1],
  restsOn: ['config_option_update'],
  requires: 'The client sets a mode that the agent has listed for the session.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-modes#setting-the-current-mode',
  peers: 'The agent answers with an error and the mode stays as it was.',
  start() {
    const lists = createConfigLists();
    const answers = new Map<string, MessageRef>(); // by open session: the response that opened it
    let answer: MessageRef | undefined; // the latest response: a `session` event follows the response that opened the session
    return {
      answered({ exchange: { closed } }) {
        answer = closed;
      },
      session({ session }) {
        lists.session(session, answer ?? session.opened);
        if (session.closed) answers.delete(session.id);
        else answers.set(session.id, answer ?? session.opened);
      },
      update({ session, variant, update, ref }) {
        if (variant === 'config_option_update') lists.listed(session, valueAt(update, 'configOptions'), ref);
      },
      request({ exchange: { method, params, opened, session: id } }, verdict, trace) {
        if (method !== 'session/set_mode' || id === undefined) return;
        const session = trace.session(id);
        const mode = stringAt(params, 'modeId');
        if (!session || mode === undefined) return;
        const offered = offeredModes(session);
        if (offered === 'unknown' || (offered === 'none' && !namesSession(session.by))) return; // a load may omit unchanged modes
        const modes = offered === 'none' ? undefined : offered;
        if (modes?.includes(mode)) return verdict.kept();
        const before = lists.at(id, opened.elapsed);
        if (before.some(({ options }) => modeOption(options)?.values()?.includes(mode))) return; // crossed a new list
        const near = nearestName(mode, modes ?? []);
        const listed = modes?.map((each) => JSON.stringify(each)).join(', ');
        verdict.broken({
          seq: opened.seq,
          missedIn: id,
          missedSince: session.opened.seq,
          side: 'client',
          message: modes
            ? `the agent does not offer this mode${suggestionText(near && renderValue(near))}`
            : 'the agent has not offered any mode',
          seen: JSON.stringify(mode),
          expected: listed || 'no session/set_mode',
          pointer: '/params/modeId',
          related: [answers.get(id)?.seq ?? session.opened.seq],
          ...(trace.isComplete() ? (modes ? {} : { grade: 'warning' }) : { grade: 'note' }),
        });
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"m","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}\n> 2 session/set_mode {"sessionId":"m","modeId":"cod"}\n< 2 error {"code":-32602,"message":"Unknown mode"}',
      '> 1 session/set_mode {"sessionId":"s","modeId":"code"}\n< 1 error {"code":-32602,"message":"No modes"}', // a warning
    ],
    keeps: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"m","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}\n> 2 session/set_mode {"sessionId":"m","modeId":"code"}\n< 2 ok {}',
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"m","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"}]}}\n< session/update {"sessionId":"m","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}\n> 2 session/set_mode {"sessionId":"m","modeId":"code"}\n< 2 ok {}', // announced as an option
    ],
  },
});
