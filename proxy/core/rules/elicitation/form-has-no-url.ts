import { valueAt, stringAt } from '#core/json/json.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { formFields } from '../helpers/elicitation-form.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** How many characters of each text are searched. */
const MAX_SEARCHED = 4096;

const URL_IN_TEXT = /\bhttps?:\/\/[^\s"'<>]+/i;

const begin = handshakeAndSession({ client: { elicitation: { form: {} } } });

export default defineRule({
  id: 'elicitation/form-has-no-url',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The texts of a form have no URL to follow: the mode for that is `url`, where the client shows the person where they are sent.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers: 'Clients show the text as it is, some make a link of it that nobody has looked at.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      if (!isElicitation(method) || stringAt(params, 'mode') !== 'form') return;
      const found = texts(params).find(([, text]) => URL_IN_TEXT.test(text));
      if (!found) return verdict.kept();
      const [pointer, text] = found;
      verdict.broken({
        seq: opened.seq,
        side: 'agent',
        message: 'a text of the form has a URL in it',
        seen: excerpt(URL_IN_TEXT.exec(text)?.[0] ?? ''),
        expected: 'an elicitation with the mode url',
        pointer: `/params${pointer}`,
      });
    },
  }),
  examples: {
    breaks: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Get a key at https://example.com/keys","requestedSchema":{"type":"object","properties":{}}}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{"branch":{"type":"string","description":"see http://example.com"}}}}`,
    ],
    keeps: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Which page?","requestedSchema":{"type":"object","properties":{"page":{"type":"string","format":"uri","default":"https://example.com"}}}}`, // an answer, no text
    ],
  },
});

/** The texts that a form shows, each with its pointer. */
function texts(params: unknown): readonly (readonly [string, string])[] {
  const places: readonly (readonly [string, unknown])[] = [
    ['', params],
    ['/requestedSchema', valueAt(params, 'requestedSchema')],
    ...formFields(params).map(({ pointer, definition }) => [pointer, definition] as const),
  ];
  return places.flatMap(([pointer, holder]) =>
    ['message', 'title', 'description'].flatMap((member) => {
      const text = stringAt(holder, member);
      return text === undefined ? [] : [[`${pointer}/${member}`, text.slice(0, MAX_SEARCHED)] as const];
    }),
  );
}
