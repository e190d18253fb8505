import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { END_TURN, NEXT_PROMPT, PROMPT, update as updateOf } from '../examples/turn.ts';

const entry = (content: string, status: string) => ({ content, priority: 'medium', status });
const plan = (...entries: readonly object[]) => updateOf('plan', { entries });
const items = (...entries: readonly object[]) =>
  updateOf('plan_update', { plan: { type: 'items', planId: 'p', entries } });

/** Statuses of finished entries; version 1 has only the first. */
const DONE = new Set(['completed', 'cancelled']);

/** The entries of a plan by text, and whether all entries with that text are done. */
type Entries = Map<string, boolean>;

export default defineRule({
  id: 'plan/list-is-complete',
  grade: 'note', // the agent may have changed its plan
  binds: 'agent',
  versions: [1, 2],
  restsOn: ['plan', 'plan_update'],
  requires:
    'A plan update MUST hold all entries of the plan with their present status, not only those that have changed: the client replaces the whole plan with it.',
  source: 'https://agentclientprotocol.com/protocol/v1/agent-plan#updating-plans',
  peers: 'Clients show what the last update holds; entries that it leaves out are gone.',
  start() {
    const plans = new Map<string, Map<string, Entries>>(); // by session with a turn, by plan
    return {
      turn({ turn: { session } }) {
        plans.delete(session); // another turn, another plan
      },
      update({ session, variant, update, ref, turn }, verdict) {
        if (!turn || (variant !== 'plan' && variant !== 'plan_update')) return;
        const content = variant === 'plan' ? update : valueAt(update, 'plan');
        const entries = valueAt(content, 'entries');
        if (!Array.isArray(entries)) return;
        const id = stringAt(content, 'planId') ?? '';
        const known = plans.get(session) ?? new Map<string, Entries>();
        const before = known.get(id);
        const now = toEntries(entries);
        known.set(id, now);
        plans.set(session, known);
        if (!before) return;
        const gone = isPart(now, before) ? openEntryGone(now, before) : undefined;
        if (gone === undefined) return verdict.kept();
        verdict.broken({
          seq: ref.seq,
          missedIn: session,
          side: 'agent',
          message: `the plan has ${now.size} of its ${before.size} entries left, and not all others were completed`,
          seen: `without ${JSON.stringify(gone)}`,
          expected: 'every entry of the plan',
          pointer: variant === 'plan' ? '/params/update/entries' : '/params/update/plan/entries',
        });
      },
    };
  },
  examples: {
    breaks: [
      `${PROMPT}\n${plan(entry('Read', 'pending'), entry('Write', 'pending'))}\n${plan(entry('Read', 'in_progress'))}`,
      `${handshakeAndSession({ version: 2 })}\n${PROMPT}\n< 1 ok {"messageId":"m1"}\n${items(entry('Read', 'pending'), entry('Write', 'pending'))}\n${items(entry('Write', 'completed'))}`,
    ],
    keeps: [
      `${PROMPT}\n${plan(entry('Read', 'pending'), entry('Write', 'pending'))}\n${plan(entry('Read', 'completed'), entry('Write', 'pending'))}
       ${plan(entry('Write', 'in_progress'))}`, // finished entries may go
      `${PROMPT}\n${plan(entry('Read', 'pending'), entry('Write', 'pending'))}\n${plan(entry('Think again', 'pending'))}`, // another plan
      `${PROMPT}\n${plan(entry('Read', 'pending'), entry('Write', 'pending'))}\n${END_TURN}\n${NEXT_PROMPT}
       ${plan(entry('Read', 'pending'))}\n${plan(entry('Read', 'completed'))}`, // of another turn
    ],
  },
});

function toEntries(entries: readonly unknown[]): Entries {
  const found: Entries = new Map();
  for (const one of entries) {
    const content = stringAt(one, 'content') ?? '';
    found.set(content, (found.get(content) ?? true) && DONE.has(stringAt(one, 'status') ?? ''));
  }
  return found;
}

/** True when `now` has fewer entries and no new one: it is more likely a part of the plan than another plan. */
function isPart(now: Entries, before: Entries): boolean {
  if (now.size === 0 || now.size >= before.size) return false; // empty: the agent dropped the plan
  for (const content of now.keys()) if (!before.has(content)) return false;
  return true;
}

function openEntryGone(now: Entries, before: Entries): string | undefined {
  for (const [content, isCompleted] of before) if (!isCompleted && !now.has(content)) return content;
  return undefined;
}
