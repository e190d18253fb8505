import { expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { handshakeAndSession } from '#core/rules/examples/handshake.ts';
import { judgeTranscript } from '../../judge-transcript.ts';

const begin = (version: 1 | 2) => handshakeAndSession({ version, client: { elicitation: { form: {}, url: {} } } });
const ask = (id: number, params: object) =>
  `< ${id} elicitation/create ${JSON.stringify({ sessionId: 's', message: 'How?', ...params })}`;
const form = (properties: object, more: object = {}) => ({
  mode: 'form',
  requestedSchema: { type: 'object', properties, ...more },
});

const judge = (...lines: readonly string[]) => judgeTranscript(catalogue, [begin(1), ...lines].join('\n')).findings;
const rules = (...lines: readonly string[]) => judge(...lines).map(({ rule }) => rule);

test('reports each wrong field without its answer', () => {
  const asked = ask(
    1,
    form({ name: { type: 'string', minLength: 40 }, age: { type: 'integer' } }, { required: ['name', 'age'] }),
  );
  const findings = judge(asked, '> 1 ok {"action":"accept","content":{"name":"hunter2"}}');
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/result/content/name', '/result/content/age']);
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});

test('does not run the pattern of a form', () => {
  const asked = ask(1, form({ name: { type: 'string', pattern: '^(a+)+$' } }));
  expect(rules(asked, `> 1 ok {"action":"accept","content":{"name":"${'a'.repeat(60)}!"}}`)).toEqual([]);
});

test('reports two mistakes for a form with a URL and a password', () => {
  const field = { type: 'string', description: 'from https://example.com' };
  expect(rules(ask(1, form({ password: field })))).toEqual([
    'elicitation/form-has-no-url',
    'elicitation/asks-for-no-secret',
  ]);
});

test('leaves a missing scope, and in version 2 both scopes, to the schema rules', () => {
  const one = ask(1, { ...form({}), sessionId: undefined });
  const both = ask(1, { ...form({}), requestId: 'b' });
  for (const [version, transcript] of [
    [1, one],
    [2, one],
    [2, both],
  ] as const) {
    const { findings } = judgeTranscript(catalogue, `${begin(version)}\n${transcript}`);
    expect(findings.map(({ rule }) => rule)).toEqual(['schema/params-match']);
  }
});

test('reports an unknown elicitation as a note after more than are remembered', () => {
  const url = (id: string) => ({ mode: 'url', url: 'https://example.com', elicitationId: id });
  const many = Array.from(
    { length: 600 },
    (_, index) => `${ask(index, url(`e${index}`))}\n> ${index} ok {"action":"accept"}`,
  );
  const [finding, ...more] = judge(...many, '< elicitation/complete {"elicitationId":"e0"}');
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ rule: 'elicitation/complete-is-for-an-open-one', grade: 'note' });
});
