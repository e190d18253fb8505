import { expect, test } from 'vitest';
import { tablesOf } from '#core/protocol/schema-of-version.ts';
import { validateParams } from '#core/protocol/validate.ts';
import { definitionsOf, type Version } from './schema-documents.ts';

/** Members that the tables mark as unstable. Every form of a union includes the members of its definition. */
const marked = (version: Version) =>
  [...tablesOf(version).definitions].flatMap(([name, shape]) => {
    const own = new Set(Object.keys(definitionsOf(version)[name]?.properties ?? {}));
    const [form] = shape.kind === 'union' ? [...shape.cases.values()].map((one) => one.shape) : [shape];
    if (form?.kind !== 'object') return [];
    return [...form.members].flatMap(([member, { surface }]) =>
      surface === 'unstable' && own.has(member) ? [`${name}.${member}`] : [],
    );
  });

/**
 * Members that only the unstable document has, in definitions that both documents have and that are not only a part
 * of another.
 */
function onlyUnstable(version: Version) {
  const stable = definitionsOf(version, 'schema.json');
  const { definitions } = tablesOf(version);
  const whole = Object.entries(definitionsOf(version)).filter(([name]) => definitions.has(name));
  return whole.flatMap(([name, { properties }]) =>
    Object.keys(properties ?? {}).flatMap((member) =>
      stable[name] && !stable[name].properties?.[member] ? [`${name}.${member}`] : [],
    ),
  );
}

test.each([1, 2] as const)(
  'in version %i, members of the unstable schema alone are marked, except those that are stable by now',
  (version) => {
    const promoted = onlyUnstable(version).filter(
      (member) => member.endsWith('.systemPrompt') && !member.startsWith('Fork'),
    );
    expect(marked(version).toSorted()).toEqual(
      onlyUnstable(version)
        .filter((member) => !promoted.includes(member))
        .toSorted(),
    );
    expect(promoted).not.toEqual([]);
  },
);

test('unions mark their unstable forms', () => {
  const union = tablesOf(1).definitions.get('SessionUpdate');
  const forms = union?.kind === 'union' ? [...union.cases] : [];
  expect(forms.filter(([, { surface }]) => surface === 'unstable').map(([name]) => name)).toEqual([
    'plan_update',
    'plan_removed',
    'subagent_update',
    'session_message',
    'session_message_chunk',
  ]);
});

test('a member of a part is marked in the whole', () => {
  const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn', usage: null };
  const message = { kind: 'notification', params: { sessionId: 's', update } } as const;
  expect(validateParams(message, { method: 'session/update', version: 2, from: 'agent' })).toMatchObject([
    { grade: 'unstable', pointer: '/params/update/usage' },
  ]);
});
