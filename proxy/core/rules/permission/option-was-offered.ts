import { valueAt, stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { suggestionText, nearestName } from '#core/protocol/suggest-name.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { ASK, DISMISSED, PROMPT, selected } from '../examples/turn.ts';

/** How many options a finding lists. */
const LISTED = 8;

export default defineRule({
  id: 'permission/option-was-offered',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires: 'The client answers a permission request with the `optionId` of an option that the request offers.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission',
  peers:
    'Agents treat an option that they do not know as not approved, or fail the tool call. A usual slip is to answer with the option’s kind.',
  start: () => ({
    permission({ permission: { exchange } }, verdict) {
      const { outcome, params, opened, closed } = exchange;
      const answer = outcome.ok ? valueAt(outcome.result, 'outcome') : undefined;
      const chosen = stringAt(answer, 'outcome') === 'selected' ? stringAt(answer, 'optionId') : undefined;
      const options = valueAt(params, 'options');
      if (chosen === undefined || !closed || !Array.isArray(options) || options.length === 0) return;
      if (options.some((option) => stringAt(option, 'optionId') === chosen)) return verdict.kept();
      const offered = options.flatMap((option) => stringAt(option, 'optionId') ?? []);
      if (offered.length < options.length) return; // schema/params-match: it may be the option without an id
      const near = ofThatKind(options, chosen) ?? nearestName(chosen, offered);
      verdict.broken({
        seq: closed.seq,
        side: 'client',
        message: `option ${renderValue(chosen)} was not offered${suggestionText(near && renderValue(near))}`,
        seen: chosen,
        expected: offered.slice(0, LISTED).join(', '),
        pointer: '/result/outcome/optionId',
        related: [opened.seq],
      });
    },
  }),
  examples: {
    breaks: [
      `${PROMPT}\n${ASK}\n${selected('allow_once')}`, // the kind of yes
      `${PROMPT}\n${ASK}\n${selected('1')}`,
      `${handshakeAndSession({ version: 2 })}
       < 7 session/request_permission {"sessionId":"s","title":"Run the tests?","options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}
       ${selected('Yes')}`,
    ],
    keeps: [`${PROMPT}\n${ASK}\n${selected('yes')}`, `${PROMPT}\n${ASK}\n${selected('no')}\n${ASK}\n${DISMISSED}`],
  },
});

/** The id of the option, when the client sent the option's kind in place of the id. */
const ofThatKind = (options: readonly unknown[], kind: string): string | undefined =>
  stringAt(
    options.find((option) => stringAt(option, 'kind') === kind),
    'optionId',
  );
