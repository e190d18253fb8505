import { valueAt } from '#core/json/json.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { defineRule, type Rule, type Verdict } from '../engine/rule.ts';
import { createConfigLists } from './config-options.ts';

/** A `session/set_config_option`, with the lists from which the client may have chosen, the latest first. */
interface Choice {
  readonly params: unknown;
  readonly ref: MessageRef;
  readonly lists: ReturnType<ReturnType<typeof createConfigLists>['at']>;
}

type Judge = (choice: Choice, verdict: Verdict, trace: Trace) => void;

/** A rule about `session/set_config_option`. `lists` is empty until the agent sends a list for the session. */
export const configChoiceRule = (
  rule: Omit<Rule, 'binds' | 'versions' | 'start'> & { readonly start: () => Judge },
): Rule =>
  defineRule({
    ...rule,
    binds: 'client',
    versions: [1, 2],
    start() {
      const judge = rule.start();
      const lists = createConfigLists();
      let answer: MessageRef | undefined; // the latest response: a `session` event follows the response
      return {
        session({ session }) {
          lists.session(session, answer ?? session.opened);
        },
        update({ session, variant, update, ref }) {
          const list = valueAt(update, 'configOptions');
          const isList = variant === 'config_option_update';
          const mayBeOne = variant === undefined || list !== undefined; // misspelt
          if (isList || mayBeOne) lists.listed(session, isList ? list : undefined, ref);
        },
        notification({ notification: { method, params }, session, ref }) {
          if (method !== 'session/update' || session !== undefined) return;
          if (valueAt(params, 'update', 'sessionUpdate') === 'config_option_update')
            lists.listed(session, undefined, ref);
        },
        answered({ exchange: { method, session, outcome, closed } }) {
          answer = closed;
          if (method === 'session/set_config_option' && outcome.ok)
            lists.listed(session, valueAt(outcome.result, 'configOptions'), closed);
        },
        request({ exchange: { method, params, session, opened } }, verdict, trace) {
          if (method !== 'session/set_config_option' || session === undefined) return;
          judge({ params, ref: opened, lists: lists.at(session, opened.elapsed) }, verdict, trace);
        },
      };
    },
  });
