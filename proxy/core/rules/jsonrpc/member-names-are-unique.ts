import { defineRule } from '../engine/rule.ts';
import { repeatedKey } from '../helpers/repeated-key.ts';

export default defineRule({
  id: 'jsonrpc/member-names-are-unique',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'An object has no two members of one name.',
  source: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  peers:
    'JavaScript and Python keep the last of the values without a word; receivers in Rust refuse a message that gives a member they know twice.',
  start: () => ({
    frame({ seq, from }, decoded, verdict) {
      if (decoded.kind !== 'json') return;
      const name = decoded.isStringified ? undefined : repeatedKey(decoded.text, decoded.parts);
      if (name === undefined) return verdict.kept();
      verdict.broken({
        seq,
        side: from,
        message: 'an object has two members of one name',
        seen: `${JSON.stringify(name)} twice`,
        expected: 'each name once',
      });
    },
  }),
  examples: {
    breaks: [
      '> | {"jsonrpc":"2.0","id":1,"id":2,"method":"session/list"}',
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"list":[{"a":1,"\\\\u0061":2}]}}', // the same name, escaped
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"text":"a \\\\"quoted\\\\": word","text":""}}',
    ],
    keeps: [
      '> 1 _open {"a":{"b":1},"c":{"b":1},"list":[{"b":1},{"b":1}]}', // one in each object
      '> 1 _open {"text":"\\"a\\":1,\\"a\\":2","a":"\\\\"}', // in a text
      '> 1 _open {"toString":1,"__proto__":2}',
      '> 1 _open { "a" : 1 , "b" : "a" }',
    ],
  },
});
