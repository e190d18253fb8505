import { assertNever } from '#core/assert-never.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Why } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { Plan } from './plan.ts';

/** The decision about a held frame. `ended` is missing if a person decided. */
export type Outcome =
  | { readonly kind: 'pass' | 'refuse'; readonly ended: NonNullable<Why['ended']> | undefined }
  | { readonly kind: 'drop' }
  | { readonly kind: 'edit' | 'answer'; readonly bytes: Uint8Array };

/** Why a held frame was refused. */
const NOBODY = 'nobody let it pass in time';

/** The plan of a frame whose hold has ended. */
export function afterHold(plan: Plan, breakpoint: string, outcome: Outcome, received: Uint8Array): Plan {
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
      return refused(plan, why, received, NOBODY);
    default:
      return assertNever(outcome);
  }
}

/**
 * A request is answered with an error, a response becomes one, and anything else is dropped. Of a batch, the requests are
 * answered in one batch, and the responses become another. `received` is the frame as its sender wrote it.
 */
export function refused(plan: Plan, why: readonly Why[], received: Uint8Array, reason: string): Plan {
  const error = JSON.stringify({ code: -32000, message: `acptap refused it: ${reason}` }); // a server error of JSON-RPC
  const decoded = decodeFrame(received);
  const [parts, batch] = decoded.kind === 'json' ? [decoded.parts, decoded.batch] : [[], false];
  const errorsFor = (kind: Message['kind']): Uint8Array | undefined => {
    const errors = parts.flatMap(({ message }) =>
      message?.kind === kind && message.kind !== 'notification' && message.id !== undefined
        ? [`{"jsonrpc":"2.0","id":${message.id},"error":${error}}`]
        : [],
    );
    return errors.length === 0 ? undefined : encodeUtf8(`${batch ? `[${errors.join(',')}]` : errors.join('')}\n`);
  };
  const [bytes, answer] = [errorsFor('response'), errorsFor('request')];
  if (!bytes && !answer) return { ...plan, bytes: undefined, why: [...why, { kind: 'drop' }] };
  const answered = [...why, { kind: 'answer' }];
  return { ...plan, bytes, why: answered, back: [...plan.back, ...(answer ? [{ bytes: answer, why: answered }] : [])] };
}
