import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const sections = readFileSync('AGENTS.md', 'utf8').split(/^## /m);
const map = sections.find((section) => section.startsWith('Where')) ?? '';

/** The paths that the map names, in order. A bare file name stands beside the file before it. */
function pathsIn(text: string): readonly { readonly name: string; readonly path: string }[] {
  let folder = '.';
  return [...text.matchAll(/`([\w./<>*-]+)`/g)].flatMap(([, name = '']) => {
    if (/[<*]/.test(name) || !/\/$|\.(?:tsx?|css|md|json)$/.test(name)) return [];
    const path = name.includes('/') || existsSync(name) ? name : join(folder, name);
    folder = dirname(join(path, name.endsWith('/') ? 'any' : '.'));
    return [{ name, path }];
  });
}

test('each file of the map exists: a bare name beside the file before it', () => {
  const missing = pathsIn(map).filter(({ path }) => !existsSync(path));
  expect(missing.map(({ name, path }) => `${name}: ${path}`)).toEqual([]);
});

test('each file of the map has the name that stands before it', () => {
  const paths = pathsIn(map);
  const named = [...map.matchAll(/`(\w+)`\s+(?:in|of)\s+`([\w./-]+\.tsx?)`/g)];
  expect(named.length).toBeGreaterThan(20);
  const wrong = named.filter(([, symbol = '', file]) => {
    const candidates = paths.filter(({ name }) => name === file).map(({ path }) => path);
    // As a declaration, a member or a method, not only as a word of a comment.
    const declared = new RegExp(`\\b(?:const|let|function|class|interface|type) ${symbol}\\b|\\b${symbol}\\??[:(<]`);
    return !candidates.some((path) => existsSync(path) && declared.test(readFileSync(path, 'utf8')));
  });
  expect(wrong.map(([text]) => text)).toEqual([]);
});
