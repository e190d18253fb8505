import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createsTerminal } from '#core/protocol/method-traits.ts';
import { allMethods } from '#core/protocol/methods.ts';

/** They describe methods, quote the specification, or are an agent and a client themselves. */
const MAY_NAME_METHODS = /^proxy\/(?:core\/protocol|core\/rules|cli\/demo)\//;

/** Methods that one place alone distinguishes, so that a trait would have one user. */
const COMPARED_ONCE: readonly string[] = [
  'proxy/core/cards/change-card.ts auth/login',
  'proxy/core/cards/change-card.ts authenticate',
  'proxy/core/cards/change-card.ts session/set_title',
  // the agent's own handshake, not that of a proxy in front of it, which `isInitialize` includes
  'proxy/core/share/share-issue.ts initialize',
  'proxy/replay/player/handle-request.ts initialize',
  'proxy/replay/player/handle-request.ts initialize',
];

const COMPARISONS = [
  /(?:[=!]==|\bcase|\bconst \w+ =|\.startsWith\()\s*'(?<method>[^'\n]+)'/g,
  /'(?<method>[^'\n]+)'\s*[=!]==/g,
];

/** Methods, and beginnings of methods, that a source compares something with. */
function* comparedIn(source: string): Generator<string> {
  const methods = new Set([...allMethods, 'fs/', 'terminal/']);
  for (const comparison of COMPARISONS)
    for (const { groups } of source.matchAll(comparison)) {
      const method = groups?.['method'] ?? '';
      if (methods.has(method)) yield method;
    }
}

test('comparisons with methods are seen', () => {
  const source = `
    if (method === 'session/prompt' || 'session/cancel' !== method) return;
    const PROMPT = 'session/load';
    switch (method) {
      case 'terminal/create':
    }
    return method.startsWith('fs/') || name ===
      'session/new' || send('session/list') || kind === 'request';`;
  expect([...comparedIn(source)].toSorted()).toEqual([
    'fs/',
    'session/cancel',
    'session/load',
    'session/new',
    'session/prompt',
    'terminal/create',
  ]);
});

test('code asks for traits of methods and does not compare with their names', () => {
  const files = globSync('{proxy,inspector-ui}/**/*.{ts,tsx}').filter((file) => !MAY_NAME_METHODS.test(file));
  expect(files.length).toBeGreaterThan(100);
  const compared = files.flatMap((file) =>
    [...comparedIn(readFileSync(file, 'utf8'))].map((method) => `${file} ${method}`),
  );
  expect(compared.toSorted()).toEqual(COMPARED_ONCE);
});

test('a method may be missing or unknown', () => {
  expect([undefined, null, '', '_terminal/create', 'terminal/creates'].filter(createsTerminal)).toEqual([]);
});
