import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Style sheets load with their views and stay. So a class with rules in two sheets would change in the first view. */
test('no class has its own rules in two style sheets', () => {
  const sheets = new Map<string, Set<string>>();
  for (const file of globSync('inspector-ui/**/*.css')) {
    for (const name of ownClasses(readFileSync(file, 'utf8')))
      sheets.set(name, (sheets.get(name) ?? new Set()).add(file));
  }
  expect(sheets.size).toBeGreaterThan(100);
  expect([...sheets].filter(([, files]) => files.size > 1)).toEqual([]);
});

test('paddings, margins and gaps are steps of the scale in tokens.css, or a line of 1px', () => {
  const spaced = globSync('inspector-ui/**/*.css').flatMap((file) => {
    const found = readFileSync(file, 'utf8').matchAll(
      /(?<![\w-])(?:padding|margin|(?:row-|column-)?gap)[a-z-]*:[^;}]*/g,
    );
    return [...found].map(([declaration]) => ({ file, declaration }));
  });
  expect(spaced.length).toBeGreaterThan(300);
  expect(spaced.filter(({ declaration }) => /(?<![\w.])(?!1px)[\d.]+px/.test(declaration))).toEqual([]);
});

test('no row below the pointer looks like the selected row', () => {
  const rules = globSync('inspector-ui/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, of = '', has = '']) => ({
      file,
      of,
      has,
    })),
  );
  const hovered = rules.filter(({ of }) => of.includes(':hover'));
  expect(hovered.length).toBeGreaterThan(10);
  expect(hovered.filter(({ has }) => has.includes('var(--surface-selected)'))).toEqual([]);
});

test('finds a class that is a whole selector, not one within a narrower selector', () => {
  const css = '/* .not {} */ .one, .two:hover { --x: 1 } .three dd { } @media (x) { .four { } .five > b { } } .six { }';
  expect([...ownClasses(css)]).toEqual(['one', 'six']);
});

/** Classes that are a whole selector. Skips conditions, which adapt classes of other sheets. */
function ownClasses(css: string): ReadonlySet<string> {
  const plain = css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/@[a-z-]+[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const selectors = [...plain.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = '']) => list.split(','));
  return new Set(selectors.flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []));
}
