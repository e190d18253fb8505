import { knownMethods, methodFacts, type MethodClass } from '#core/protocol/methods.ts';
import type { Place } from '#core/trace/place.ts';
import type { Trace } from '#core/trace/trace.ts';
import { didYouMean } from '#core/protocol/did-you-mean.ts';
import { createClassifier } from '../method-form.ts';
import { defineRule, type Verdict } from '../rule.ts';

/** What is said once for a name: why it is not like the others. */
const WORTH_KNOWING: Partial<Record<MethodClass, string>> = {
  unstable: 'is not stable: it may change, and only a capability says that the other side has it',
  legacy: 'is no longer in ACP',
  newer: 'is newer than the schema acptap was made with',
};

/** How many names under `$/` are told of. Known names need no bound. */
const MOST_NAMES = 256;

export default defineRule({
  id: 'jsonrpc/method-is-known',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'A method is one of ACP’s, or an extension whose name begins with an underscore. Names that are unstable, newer than acptap or no longer in ACP are mentioned once.',
  source: 'https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods',
  peers:
    'A request for an unknown method is answered with -32601, a notification ignored. A later release of ACP may give the name another meaning.',
  start() {
    const classify = createClassifier();
    const told = new Set<string>();
    let suggested: { readonly method: string; readonly name: string | undefined } | undefined;

    function judge(method: string, place: Place, verdict: Verdict, trace: Trace): void {
      const found = classify(method, trace.version());
      if (found === 'stable') return verdict.kept();
      if (found === 'extension' && method.startsWith('_')) return verdict.kept();
      if (found === 'unknown') {
        const ofOtherVersion = methodFacts(method).length > 0; // jsonrpc/method-is-in-version
        if (!ofOtherVersion) tellUnknown(method, place, verdict);
        return;
      }
      if (told.has(method) || told.size >= MOST_NAMES) return;
      told.add(method);
      verdict.broken({
        ...where(place),
        message: `${method} ${WORTH_KNOWING[found] ?? 'is not in ACP: names under $/ may be ignored'}`,
        seen: method,
        grade: 'note',
      });
    }

    function tellUnknown(method: string, place: Place, verdict: Verdict): void {
      if (suggested?.method !== method) suggested = { method, name: didYouMean(method, knownMethods()) };
      const { name } = suggested;
      verdict.broken({
        ...where(place),
        message: `${method} is no method of ACP${name === undefined ? '' : `: did you mean ${name}?`}`,
        seen: method,
        expected: name ?? 'a method of ACP, or a name that begins with an underscore',
      });
    }

    return {
      call({ method, place }, verdict, trace) {
        judge(method, place, verdict, trace);
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/promt {"sessionId":"s","prompt":[]}', // did you mean session/prompt?
      '< 1 craft/drainMidTurnQueue {}',
      '> 1 session/set_model {"sessionId":"s","modelId":"m"}\n< 1 ok {}', // legacy: a note
      '> 1 session/fork {"sessionId":"s","cwd":"/a"}', // unstable: a note
      '> 1 session/options {"cwd":"/a"}', // newer: a note
      '< $/progress {}', // a note
    ],
    keeps: ['> 1 session/list {}', '< _craft/drainMidTurnQueue {}', '> $/cancel_request {"requestId":1}'],
  },
});

const where = ({ seq, from }: Place) => ({ seq, side: from, pointer: '/method' });
