import { expect, test } from 'vitest';
import { hasTypesOnly, specifiersOf } from './support/imports.ts';

const STATIC = `
    import a from 'a';
    import type { B } from 'b';
    import { type C } from 'c';
    import 'd';
    export { e } from 'e';
    export * from 'f';
    export type { G } from 'g';
    // import 'not this';
    const text = "import 'nor this'";`;

test('static imports are seen', () => {
  expect(specifiersOf('all.tsx', STATIC).toSorted()).toEqual('a,b,c,d,e,f,g'.split(','));
});

test('imports of every kind are seen', () => {
  const source = `${STATIC}
    const h = await import('h');
    let i: import('i').I;
    let j: typeof import('j');
    import k = require('k');
    const l = require('l');
    const m = <p>{await import('m')}</p>;
    const n = await import(name);`;
  expect(specifiersOf('all.tsx', source).toSorted()).toEqual('a,a computed import,b,c,d,e,f,g,h,i,j,k,l,m'.split(','));
});

test.each([
  [true, "import type { A } from 'a'; interface B { a: A } type C = B; export interface D { c: C } export type { C }"],
  [false, 'export const a = 1;'],
  [false, "import { a } from 'a';"],
  [false, 'type A = 1; function b() {}'],
])('%s: %s has types only', (expected, source) => {
  expect(hasTypesOnly('a.ts', source)).toBe(expected);
});
