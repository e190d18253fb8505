import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { noteUnlessComplete } from '../engine/note-unless-complete.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ACCEPTED, ECHO, EXIT, idle, message, PROMPT, RUNNING, update as updateOf } from '../examples/turn.ts';
import { createForegrounds } from '../helpers/foreground.ts';

const BEGIN = `${handshakeAndSession({ version: 2 })}\n${PROMPT}\n${ACCEPTED}\n${ECHO}`;

const MESSAGES = new Set(['agent_message', 'agent_message_chunk', 'agent_thought', 'agent_thought_chunk']);

export default defineRule({
  id: 'prompt/work-begins-with-running',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  restsOn: ['state_update'],
  requires:
    'The agent MUST report the state `running` when its work begins, or `requires_action` when that waits for the user first. While a session is idle, only background activity may continue.',
  source: 'https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#session-states',
  peers:
    'Clients show the session as idle: no stop button, and the next prompt may be sent into the middle of the work.',
  start() {
    const foregrounds = createForegrounds();
    const intoIdle = new WeakSet<Exchange>();
    /** Idle sessions with an accepted prompt, and the first output after it. */
    const accepted = new Map<string, { readonly prompt: Exchange; output?: MessageRef }>();
    return {
      request({ exchange }) {
        const { method, session, opened } = exchange;
        if (method === 'session/prompt' && opened.from === 'client' && foregrounds.of(session ?? '') === 'idle')
          intoIdle.add(exchange);
      },
      answered({ exchange }, _verdict, trace) {
        const { session, outcome } = exchange;
        if (session === undefined || !outcome.ok || !intoIdle.has(exchange)) return;
        if (foregrounds.of(session) === 'idle' && trace.session(session)) accepted.set(session, { prompt: exchange });
      },
      session({ session: { id } }) {
        foregrounds.forget(id);
        accepted.delete(id);
      },
      update(event, verdict, trace) {
        const { session, variant, ref } = event;
        const before = foregrounds.store(event);
        const one = accepted.get(session);
        if (before === undefined) {
          // Output alone may belong to background activity; an idle right after it proves that it did not.
          if (one && !one.output && variant !== undefined && MESSAGES.has(variant)) one.output = ref;
          return;
        }
        const state = foregrounds.of(session);
        if (before === 'idle' && state === 'at-work') verdict.kept();
        accepted.delete(session);
        if (!one?.output || state !== 'idle') return;
        verdict.broken({
          seq: one.output.seq,
          missedIn: session,
          missedSince: one.prompt.opened.seq,
          side: 'agent',
          message: 'the agent answers a prompt and goes idle without having been running',
          seen: 'idle, output, idle',
          expected: 'a state_update with running before the output',
          related: [one.prompt.opened.seq, ref.seq],
          ...noteUnlessComplete(trace),
        });
      },
      ended({ orderly }, verdict) {
        for (const [session, { prompt, output }] of accepted)
          if (output && orderly)
            verdict.broken({
              seq: output.seq,
              missedIn: session,
              missedSince: prompt.opened.seq,
              side: 'agent',
              message: 'the agent answers a prompt and never says that it is running',
              seen: 'output while idle',
              expected: 'a state_update with running before the output',
              related: [prompt.opened.seq],
              grade: 'note', // the client may have left before the agent reported it
            });
      },
    };
  },
  examples: {
    breaks: [
      `${BEGIN}\n${message('m2')}\n${idle()}`,
      `${BEGIN}\n${message('m2')}\n${EXIT}`, // a note
    ],
    keeps: [
      `${BEGIN}\n${RUNNING}\n${message('m2')}\n${idle()}`,
      `${BEGIN}\n${updateOf('state_update', { state: 'requires_action' })}\n${RUNNING}\n${message('m2')}\n${idle()}`,
      `${handshakeAndSession({ version: 2 })}\n${PROMPT}\n${RUNNING}\n${ACCEPTED}\n${ECHO}\n${message('m2')}\n${idle()}\n${message('m3')}\n${idle({})}`, // then in the background
    ],
  },
});
