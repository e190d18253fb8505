import { stringAt } from '#core/json/json.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { choices, formFields, type FormField } from '../helpers/elicitation-form.ts';

/** Words in names of secrets. Not `tokens`, which models count, nor the token of a page. */
const SECRET =
  /\b(?:password|passwd|passphrase|secret|credentials?|(?:api|private|secret|access) ?key|apikey)$|(?<!\b(?:page|max|stop|end) )\btoken$/;

/** How many characters of a name are searched. */
const MAX_SEARCHED = 200;

const begin = handshakeAndSession({ client: { elicitation: { form: {} } } });

export default defineRule({
  id: 'elicitation/asks-for-no-secret',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'A form does not ask for passwords, keys and other secrets: they would pass through the client, its logs and the model. Judged by the names of its fields.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers: 'Clients show the field as plain text; careful ones refuse the form.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      if (!isElicitation(method) || stringAt(params, 'mode') !== 'form') return;
      const secret = formFields(params).find(asksForSecret);
      if (!secret) return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: 'agent',
        message: `the form seems to ask for a secret: ${JSON.stringify(secret.name)}`,
        seen: stringAt(secret.definition, 'title') ?? secret.name,
        expected: 'an elicitation with the mode url',
        pointer: `/params${secret.pointer}`,
      });
    },
  }),
  examples: {
    breaks: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Sign in","requestedSchema":{"type":"object","properties":{"user":{"type":"string"},"password":{"type":"string"}}}}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Sign in","requestedSchema":{"type":"object","properties":{"OPENAI_API_KEY":{"type":"string"}}}}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Sign in","requestedSchema":{"type":"object","properties":{"value":{"type":"string","title":"Access token"}}}}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"Sign in","requestedSchema":{"type":"object","properties":{"npmToken":{"type":"string"}}}}`,
    ],
    keeps: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{"max_tokens":{"type":"string"},"token":{"type":"integer"},"token_kind":{"type":"string"},"nextPageToken":{"type":"string"}}}}`, // what models count
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{"credentials":{"type":"string","enum":["keychain","file"]}}}}`, // a choice, not a secret
    ],
  },
});

/** Only a field for free text can hold a secret. */
function asksForSecret({ name, definition }: FormField): boolean {
  if (definition['type'] !== 'string' || choices(definition)) return false;
  return [name, stringAt(definition, 'title') ?? ''].some((text) => SECRET.test(toWords(text)));
}

const toWords = (name: string): string =>
  name
    .slice(0, MAX_SEARCHED)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();
