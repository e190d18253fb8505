import { setTimeout as pause } from 'node:timers/promises';
import type { ControlState } from '#core/contract/control.ts';
import { visible } from '#core/wire/visible.ts';
import { controlIds } from '../../intervene/control-client.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { connectAgent, NOTHING_LIVE, withLiveAgents } from '../live/live-agents.ts';
import { print, warn } from '../output/output.ts';
import { heldJson, heldRef, renderHeld, renderHold } from '../render/held.ts';
import { toJsonText } from '../render/json.ts';

/** How often `--follow` looks for agents that were started. */
const LOOK_MS = 250;

/** `held`: what is held in all running agents. */
export async function held({ json }: { readonly json?: boolean }): Promise<void> {
  await withLiveAgents(async (agents) => {
    const states = agents.map(({ state }) => state);
    if (json) {
      const frames = states.flatMap((state) => state.held.map((frame) => heldJson(state, frame)));
      return print(`${toJsonText(frames, 2)}\n`);
    }
    if (states.length === 0) return warn(NOTHING_LIVE);
    if (states.every(({ heldCount }) => heldCount === 0)) warn(sayNothing(states));
    else await print(renderHeld(states, process.stdout.columns));
    const more = states.reduce((sum, { held: listed, heldCount }) => sum + heldCount - listed.length, 0);
    if (more > 0) warn(`${more} more are held`);
  });
}

const sayNothing = (states: readonly ControlState[]): string =>
  states.some(({ isKept }) => isKept)
    ? 'nothing is held'
    : 'nothing is held: frames pass until acptap held --follow or the inspector watches';

/** `held --follow`: prints each frame when it is held and when it leaves. Holds frames while it runs, without end. */
export async function followHeld({ json }: { readonly json?: boolean }): Promise<never> {
  const followed = new Set<string>();
  const warned = new Set<string>();
  const warnOnce = (text: string): void => {
    if (!warned.has(text)) warn(text);
    warned.add(text);
  };
  const printEvent = async (text: string, value: unknown): Promise<void> =>
    print(json ? `${toJsonText(value)}\n` : `${visible(text)}\n`);
  warn('watching: press Ctrl-C to stop, and to let all held frames pass');
  for (;;) {
    for (const id of controlIds(dataFolder())) {
      if (followed.has(id)) continue;
      const agent = await connectAgent(id, 'watch', warnOnce);
      if (!agent) continue; // the next look tries again
      followed.add(id);
      follow(agent.state);
      agent.client.onState(createFollower(printEvent, agent.state));
      void agent.client.closed.then(() => {
        followed.delete(id);
        return printEvent(`ended ${id}`, { event: 'ended', recording: id });
      });
    }
    await pause(LOOK_MS);
  }

  function follow({ recording, command }: ControlState): void {
    warn(`${recording} runs: ${command.join(' ')}`);
  }
}

/** Prints what changes from one state to the next. */
function createFollower(printEvent: (text: string, value: unknown) => Promise<void>, first: ControlState) {
  const known = new Set<number>();
  const take = (state: ControlState): void => {
    const { recording } = state;
    const numbers = new Set(state.held.map(({ number }) => number));
    for (const number of known) {
      if (numbers.has(number)) continue;
      known.delete(number);
      void printEvent(`gone ${heldRef(recording, number)}`, { event: 'gone', ref: heldRef(recording, number) });
    }
    for (const frame of state.held) {
      if (known.has(frame.number)) continue;
      known.add(frame.number);
      void printEvent(renderHold(state, frame), { event: 'held', ...heldJson(state, frame) });
    }
  };
  take(first);
  return take;
}
