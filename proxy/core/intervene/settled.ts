import { assertNever } from '#core/assert-never.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Why } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { Plan } from './plan.ts';

/** What becomes of a held frame. `ended` is missing where a person decided. */
export type Outcome =
  | { readonly kind: 'pass' | 'refuse'; readonly ended: NonNullable<Why['ended']> | undefined }
  | { readonly kind: 'drop' }
  | { readonly kind: 'edit' | 'answer'; readonly bytes: Uint8Array };

/** Why a held frame was refused. */
const NOBODY = 'nobody let it pass in time';

/** The plan of a frame whose hold has ended. */
export function settled(plan: Plan, breakpoint: string, outcome: Outcome, message: Message | undefined): Plan {
  const ended = 'ended' in outcome ? outcome.ended : undefined;
  const why: readonly Why[] = [...plan.why, { kind: 'hold', breakpoint, ...(ended ? { ended } : {}) }];
  switch (outcome.kind) {
    case 'pass':
      return { ...plan, why };
    case 'drop':
      return { ...plan, bytes: undefined, why: [...why, { kind: 'drop' }] };
    case 'edit':
      return { ...plan, bytes: outcome.bytes, why: [...why, { kind: 'edit' }] };
    case 'answer': {
      const answered = [...why, { kind: 'answer' }];
      return {
        ...plan,
        bytes: undefined,
        why: answered,
        back: [...plan.back, { bytes: outcome.bytes, why: answered }],
      };
    }
    case 'refuse':
      return refused(plan, why, message, NOBODY);
    default:
      return assertNever(outcome);
  }
}

/** A request is answered with an error, a response becomes one, and anything else is dropped. */
export function refused(plan: Plan, why: readonly Why[], message: Message | undefined, reason: string): Plan {
  if (!message || message.kind === 'notification' || message.id === undefined)
    return { ...plan, bytes: undefined, why: [...why, { kind: 'drop' }] };
  const error = JSON.stringify({ code: -32000, message: `acptap refused it: ${reason}` }); // a server error of JSON-RPC
  const bytes = encodeUtf8(`{"jsonrpc":"2.0","id":${message.id},"error":${error}}\n`);
  const answered = [...why, { kind: 'answer' }];
  return message.kind === 'response'
    ? { ...plan, bytes, why: answered }
    : { ...plan, bytes: undefined, why: answered, back: [...plan.back, { bytes, why: answered }] };
}
