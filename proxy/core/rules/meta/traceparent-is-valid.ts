import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { escapeName } from '#core/json/pointer.ts';
import { renderValue } from '#core/json/render-value.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { hasPlaceholder } from '#core/wire/placeholder.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** Version, trace id, parent id, flags. Later versions of W3C Trace Context may append members. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** How many members of `_meta` are searched for a misplaced `traceparent`. */
const MAX_SEARCHED = 16;

export default defineRule({
  id: 'meta/traceparent-is-valid',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'A `traceparent` stands directly in `_meta` and is written as W3C Trace Context has it: version, trace id, parent id and flags in lower-case hexadecimal digits, neither id all zeros.',
  source: 'https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field',
  peers: 'Tracing libraries drop one that they cannot read and begin a new trace, so the two sides’ spans fall apart.',
  start() {
    let reportedPlace = false;

    function judge(holder: unknown, pointer: string, ref: MessageRef, verdict: Verdict): void {
      const meta = valueAt(holder, '_meta');
      if (!isObject(meta)) return;
      const found = meta['traceparent'];
      if (found === undefined) return findElsewhere(meta, pointer, ref, verdict);
      if (hasPlaceholder(found)) return;
      if (typeof found === 'string' && isValid(found)) return verdict.kept();
      verdict.broken({
        seq: ref.seq,
        side: ref.from,
        message: 'the traceparent is not valid',
        seen: renderValue(found),
        expected: '00-<32 hexadecimal digits>-<16 digits>-<2 digits>',
        pointer: `${pointer}/traceparent`,
      });
    }

    function findElsewhere(meta: object, pointer: string, { seq, from }: MessageRef, verdict: Verdict): void {
      let searched = 0;
      if (reportedPlace) return;
      for (const name in meta) {
        if ((searched += 1) > MAX_SEARCHED) return;
        const found = stringAt(meta, name, 'traceparent');
        if (found === undefined) continue;
        reportedPlace = true;
        return verdict.broken({
          seq,
          side: from,
          message: `a traceparent below _meta.${name} is not where receivers look for it`,
          seen: excerpt(found),
          expected: '_meta.traceparent',
          pointer: `${pointer}/${escapeName(name)}/traceparent`,
          grade: 'note', // members below an extension's name belong to the extension
        });
      }
    }

    return {
      call({ params, ref }, verdict) {
        judge(params, '/params/_meta', ref, verdict);
      },
      update({ update, ref }, verdict) {
        judge(update, '/params/update/_meta', ref, verdict);
      },
      answered({ exchange: { outcome, closed } }, verdict) {
        if (outcome.ok) judge(outcome.result, '/result/_meta', closed, verdict);
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/list {"_meta":{"traceparent":"4bf92f3577b34da6a3ce929d0e0e4736"}}',
      '> 1 session/list {"_meta":{"traceparent":"00-00000000000000000000000000000000-00f067aa0ba902b7-01"}}',
      '> 1 session/list {"_meta":{"traceparent":"00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"}}', // capitals
      '> 1 session/list {"_meta":{"traceparent":null}}',
      '> 1 session/list {"_meta":{"otel":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}}', // a note
    ],
    keeps: [
      '> 1 session/list {"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}',
      '> 1 session/list {"_meta":{"traceparent":"01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"}}', // a later version
    ],
  },
});

function isValid(text: string): boolean {
  const [, version, more] = TRACEPARENT.exec(text) ?? [];
  return version !== undefined && (more === undefined || version !== '00');
}
