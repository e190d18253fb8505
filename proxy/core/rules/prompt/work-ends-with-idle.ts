import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ACCEPTED, ECHO, EXIT, idle, PROMPT, RUNNING } from '../examples/turn.ts';
import { createForegrounds } from '../helpers/foreground.ts';

const WORK = `${handshakeAndSession({ version: 2 })}\n${PROMPT}\n${ACCEPTED}\n${ECHO}\n${RUNNING}`;

export default defineRule({
  id: 'prompt/work-ends-with-idle',
  grade: 'error',
  binds: 'agent',
  versions: [2],
  restsOn: ['state_update'],
  requires: 'The agent MUST report the state `idle` when its own work in a session has ended.',
  source: 'https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#session-states',
  peers: 'Clients show the session as busy for good.',
  start() {
    const foregrounds = createForegrounds();
    const begun = new Map<string, MessageRef>(); // sessions at work, and since when
    let agentLeftFirst: boolean | undefined; // undefined: neither side left, or the recording lacks it
    let gap = false;
    return {
      event({ event }) {
        if (event.event === 'gap' && event.of !== 'stderr') gap = true;
        if (event.event === 'eof') agentLeftFirst ??= event.of === 'agent';
      },
      session({ session: { id, closed } }) {
        if (!closed) return; // resumed: its state came before
        foregrounds.forget(id);
        begun.delete(id);
      },
      update(event, verdict, trace) {
        const { session, ref } = event;
        const before = foregrounds.store(event);
        if (before === undefined) return;
        const state = foregrounds.of(session);
        if (state === 'at-work' && before !== 'at-work' && trace.session(session)) begun.set(session, ref);
        if (state !== 'at-work') begun.delete(session);
        if (state === 'idle' && before === 'at-work') verdict.kept();
      },
      ended({ orderly }, verdict) {
        if (!orderly || gap) return;
        for (const [session, ref] of begun)
          verdict.broken({
            seq: ref.seq,
            missedIn: session,
            side: 'agent',
            message: agentLeftFirst
              ? 'the agent has left while it was at work'
              : 'the session was at work when the connection ended',
            seen: 'no idle after it',
            expected: 'a state_update with idle',
            ...(agentLeftFirst ? {} : { grade: 'note' }), // the client may leave at any time
          });
      },
    };
  },
  examples: {
    breaks: [
      `${WORK}\n= eof {"of":"agent"}\n${EXIT}`,
      `${WORK}\n= eof {"of":"client"}\n${EXIT}`, // a note
    ],
    keeps: [`${WORK}\n${idle()}\n${EXIT}`, `${WORK}\n${idle()}\n${RUNNING}\n${idle({})}\n${EXIT}`],
  },
});
