import { valueAt, stringAt } from '#core/json/json.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Rule, type Verdict } from '../engine/rule.ts';
import { toConfigOptions, type ConfigOption } from './config-options.ts';

/** A list of configuration options from an agent. `base` is the JSON pointer to it. */
interface ConfigList {
  readonly options: readonly ConfigOption[];
  readonly session: string | undefined;
  readonly ref: MessageRef;
  readonly base: string;
}

type Judge = (list: ConfigList, verdict: Verdict, trace: Trace) => void;

/** A rule about the lists of options that agents send: when a session opens, when an option is set, and in updates. */
export const configListRule = (rule: Omit<Rule, 'binds' | 'start'> & { readonly start: () => Judge }): Rule =>
  defineRule({
    ...rule,
    binds: 'agent',
    start() {
      const judge = rule.start();
      return {
        answered({ exchange: { session, outcome, closed } }, verdict, trace) {
          if (!outcome.ok || closed.from !== 'agent') return;
          const options = toConfigOptions(valueAt(outcome.result, 'configOptions'));
          const id = stringAt(outcome.result, 'sessionId') ?? session; // the response names a new session
          if (options) judge({ options, session: id, ref: closed, base: '/result/configOptions' }, verdict, trace);
        },
        update({ session, variant, update, ref }, verdict, trace) {
          if (variant !== 'config_option_update') return;
          const options = toConfigOptions(valueAt(update, 'configOptions'));
          if (options) judge({ options, session, ref, base: '/params/update/configOptions' }, verdict, trace);
        },
      };
    },
  });

/** How many texts `createFirstTime` remembers. It returns false for all later ones. */
const MAX_TEXTS = 1024;

/** Returns a function that is true for the first call with a text. */
export function createFirstTime() {
  const said = new Set<string>();
  return (text: string): boolean => {
    if (said.has(text) || said.size >= MAX_TEXTS) return false;
    said.add(text);
    return true;
  };
}
