import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { createSuggester } from '../../../../inspector-ui/state/filter/suggester.ts';
import { settled } from '../../fakes.ts';
import { createFieldValues } from '../../../../inspector-ui/state/filter/field-values.ts';

function suggesting(history: readonly string[] = []) {
  const asked: string[] = [];
  const values = createFieldValues('r', signal(1), {
    values: async (_, field) => {
      asked.push(field);
      await settled();
      return field === 'method' ? [{ value: 'session/update', count: 40 }] : [];
    },
  });
  const suggester = createSuggester({ history: signal(history) }, values);
  return { suggester, asked };
}

const arrived = async () => {
  for (let turn = 0; turn < 4; turn++) await settled();
};

describe('suggestions', () => {
  test('show the values of the typed field, fetched once', async () => {
    const { suggester, asked } = suggesting();
    suggester.at('method:', 7);
    suggester.at('method:s', 8);
    await arrived();
    expect(asked).toEqual(['method']);
    expect(suggester.items.value[0]).toEqual({ text: 'session/update', about: '', count: 40 });
  });

  test('replace the typed term, and put the cursor after it', async () => {
    const { suggester } = suggesting();
    suggester.at('id:1 met', 8);
    expect(suggester.choose(0)).toEqual({ query: 'id:1 method:', cursor: 12 });
    suggester.at('method:se id:1', 9);
    await arrived();
    expect(suggester.choose(0)).toEqual({ query: 'method:session/update id:1', cursor: 22 });
    expect(suggester.choose(99)).toBeUndefined();
  });

  test('start with recent filters while the text is empty', () => {
    const { suggester } = suggesting(['has:error']);
    suggester.at('', 0);
    expect(suggester.items.value[0]).toEqual({ text: 'has:error', about: 'used before', count: null });
    suggester.at('h', 1);
    expect(suggester.items.value.some(({ about }) => about === 'used before')).toBe(false);
  });

  test('list the values of fields one after another, so that no more than one request is on its way', async () => {
    const answers: (() => void)[] = [];
    const signals: AbortSignal[] = [];
    const values = (_: string, __: string, aborted: AbortSignal) => {
      signals.push(aborted);
      return new Promise<readonly []>((resolve) => answers.push(() => resolve([])));
    };
    const fetched = createFieldValues('r', signal(1), { values });
    const suggester = createSuggester({ history: signal([]) }, fetched);
    suggester.at('h', 1);
    suggester.at('he', 2);
    for (let count = 1; count <= 5; count++) {
      await arrived();
      expect(answers).toHaveLength(count);
      answers.at(-1)?.();
    }
    await arrived();
    expect(answers).toHaveLength(5);
    fetched.dispose();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true, true]);
  });
});
