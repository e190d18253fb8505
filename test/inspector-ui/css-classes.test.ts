import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Style sheets come with their views and stay when these are left: a second one would restyle what the first one is for. */
test('no class has rules of its own in two style sheets', () => {
  const sheets = new Map<string, Set<string>>();
  for (const file of globSync('inspector-ui/**/*.css')) {
    for (const name of ownClasses(readFileSync(file, 'utf8')))
      sheets.set(name, (sheets.get(name) ?? new Set()).add(file));
  }
  expect(sheets.size).toBeGreaterThan(100);
  expect([...sheets].filter(([, files]) => files.size > 1)).toEqual([]);
});

test('a class is found where it stands alone, not where something else narrows it', () => {
  const css = '/* .not {} */ .one, .two:hover { --x: 1 } .three dd { } @media (x) { .four { } .five > b { } } .six { }';
  expect([...ownClasses(css)]).toEqual(['one', 'six']);
});

/** Classes that are a whole selector, outside of conditions: those adapt what is drawn elsewhere. */
function ownClasses(css: string): ReadonlySet<string> {
  const plain = css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/@[a-z-]+[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const selectors = [...plain.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = '']) => list.split(','));
  return new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []));
}
