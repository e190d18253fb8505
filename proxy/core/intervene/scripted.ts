import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Side } from '#core/wire/entry.ts';
import type { Plan } from './plan.ts';
import { refused } from './after-hold.ts';

/** The action of a script on a frame. */
export type ScriptAction =
  | { readonly action: 'drop' | 'hold' }
  | { readonly action: 'delay'; readonly ms: number }
  | { readonly action: 'change' | 'answer'; readonly text: string }
  | { readonly action: 'inject'; readonly toward: Side; readonly text: string };

/** The result of a script's call for a frame. */
export type ScriptOutcome =
  | { readonly actions: readonly ScriptAction[] }
  | { readonly failed: 'threw' | 'late' | 'off' };

/** The plan of a frame behind a script that has decided. Holds and delays are left to the caller. */
export function scripted(plan: Plan, script: string, from: Side, actions: readonly ScriptAction[]): Plan {
  const [why, after, back] = [[...plan.why], [...plan.after], [...plan.back]];
  let { bytes } = plan;
  for (const each of actions)
    switch (each.action) {
      case 'change':
        bytes &&= encodeUtf8(each.text);
        why.push({ kind: 'edit', script });
        break;
      case 'answer':
        bytes = undefined;
        why.push({ kind: 'answer', script });
        back.push({ bytes: encodeUtf8(each.text), why: [{ kind: 'answer', script }] });
        break;
      case 'inject':
        (each.toward === from ? back : after).push({ bytes: encodeUtf8(each.text), why: [{ kind: 'inject', script }] });
        break;
      case 'drop':
        bytes = undefined;
        why.push({ kind: 'drop', script });
        break;
      case 'delay':
        why.push({ kind: 'delay', script });
        break;
      default: // `hold` is a reason of the hold
    }
  return { ...plan, bytes, why, after, back };
}

/** The plan of a frame behind a script that has failed. */
export function unscripted(
  plan: Plan,
  script: string,
  failed: 'threw' | 'late' | 'off',
  onFailure: 'pass' | 'refuse',
  received: Uint8Array,
): Plan {
  const why = [...plan.why, { kind: 'script', script, failed }];
  return onFailure === 'pass' ? { ...plan, why } : refused(plan, why, received, `the script ${script} failed`);
}
