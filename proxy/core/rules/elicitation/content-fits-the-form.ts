import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { escapeName } from '#core/json/pointer.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { elicitationAnswer, formFields, fieldMistake } from '../helpers/elicitation-form.ts';

const begin = handshakeAndSession({ client: { elicitation: { form: {} } } });
const ask = `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","maxLength":3},"count":{"type":"integer","minimum":1},"colour":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]},"tags":{"type":"array","items":{"type":"string","enum":["a","b"]}}},"required":["name"]}}`;

export default defineRule({
  id: 'elicitation/content-fits-the-form',
  grade: 'warning',
  binds: 'client',
  versions: [1, 2],
  requires:
    'The content of an accepted form answers every field that is required, each field with a value of its type and within its limits.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers:
    'Agents hand the content on, often to an MCP server, which refuses it: the person has filled in the form for nothing.',
  start: () => ({
    answered({ exchange: { method, params, outcome, opened, closed } }, verdict) {
      if (!isElicitation(method) || !outcome.ok) return;
      const { answer: accepted, pointer } = elicitationAnswer(outcome.result);
      if (stringAt(accepted, 'action') !== 'accept') return;
      const fields = formFields(params);
      if (fields.length === 0) return;
      const content = valueAt(accepted, 'content') ?? {};
      if (!isObject(content)) return; // schema/result-match
      const required = valueAt(params, 'requestedSchema', 'required');
      let fits = true;
      for (const { name, definition } of fields) {
        const answer = Object.hasOwn(content, name) ? (content[name] ?? undefined) : undefined;
        const isRequired = Array.isArray(required) && required.includes(name);
        const wrong =
          answer !== undefined ? fieldMistake(definition, answer) : isRequired ? 'an answer is required' : undefined;
        if (wrong === undefined) continue;
        fits = false;
        verdict.broken({
          seq: closed.seq,
          side: 'client',
          message: `the answer to ${JSON.stringify(name)} does not fit: ${wrong}`,
          seen:
            answer === undefined ? 'no answer' : `a value of type ${Array.isArray(answer) ? 'array' : typeof answer}`,
          expected: wrong,
          pointer: `${pointer}/content/${escapeName(name)}`,
          related: [opened.seq],
        });
      }
      if (fits) verdict.kept();
    },
  }),
  examples: {
    breaks: [
      `${ask}\n> 1 ok {"action":"accept"}`,
      `${ask}\n> 1 ok {"action":"accept","content":{"name":"Jane"}}`,
      `${ask}\n> 1 ok {"action":"accept","content":{"name":"J","count":0}}`,
      `${ask}\n> 1 ok {"action":"accept","content":{"name":"J","count":"2"}}`,
      `${ask}\n> 1 ok {"action":"accept","content":{"name":"J","colour":"Red"}}`, // the title in place of the value
      `${ask}\n> 1 ok {"action":"accept","content":{"name":"J","tags":["a","c"]}}`,
      `${ask.replace('elicitation/create', 'session/elicitation')}\n> 1 ok {"action":{"action":"accept","content":{"name":"Jane"}}}`, // before April 2026
    ],
    keeps: [
      `${ask}\n> 1 ok {"action":"accept","content":{"name":"😀😀😀","count":1,"colour":"r","tags":["b"],"more":true}}`,
      `${ask}\n> 1 ok {"action":"accept","content":{"name":"J"}}\n< 2 elicitation/create {"sessionId":"s","mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}\n> 2 ok {"action":"decline"}`, // a declined form needs no content
    ],
  },
});
