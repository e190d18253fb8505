import { expect, test } from 'vitest';
import { shapedSecrets, SHAPES } from '#core/redaction/secret-shapes.ts';
import { createRandom } from '../protocol/examples.ts';
import { drawn, plain } from './corpus/corpus.ts';

const cases = SHAPES.map((shape, number) => ({
  title: `${shape.rule} ${number}: ${shape.example.slice(0, 60)}`,
  shape,
}));

/** The text between `«` and `»`. */
const marked = (text: string): readonly string[] => [...text.matchAll(/«([^»]*)»/g)].map(([, secret = '']) => secret);

test.each(cases)('finds the secret in the example of its pattern: $title', ({ shape }) => {
  const { below } = createRandom(1);
  for (let round = 0; round < 20; round++) {
    const example = drawn(shape.example, below);
    const text = plain(example);
    const mentioned = shape.needs.filter((word) => text.toLowerCase().includes(word));
    expect([mentioned.length > 0, text]).toEqual([true, text]);
    const found = shapedSecrets(text, new Set(mentioned), [shape]);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(marked(example));
    expect(found.every(({ rule }) => rule === shape.rule)).toBe(true);
  }
});
