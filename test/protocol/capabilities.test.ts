import { describe, expect, test } from 'vitest';
import { capabilityOf } from '#core/protocol/capabilities.ts';
import { schemaMethods } from '#core/protocol/methods.gen.ts';
import { tablesOf } from '#core/protocol/schema-of-version.ts';
import { opposite, type Side } from '#core/wire/entry.ts';

const BOTH: readonly Side[] = ['client', 'agent'];

describe.each([1, 2] as const)('version %i', (version) => {
  const methods = [...new Set(schemaMethods.filter((row) => row[`v${version}`]).map(({ method }) => method))];

  test.each(methods)('%s has a row with its capability, or with none', (method) => {
    expect(capabilityOf(method, version)).toBeDefined();
  });

  const needs = methods.flatMap((method) => {
    const need = capabilityOf(method, version);
    return need === undefined || need === 'none'
      ? []
      : need.anyOf.map((path) => [method, need.offeredBy, path] as const);
  });

  test.each(needs)('%s needs a capability of the %s, %s, that is in the schema', (_method, side, path) => {
    let shape = tablesOf(version).definitions.get(side === 'agent' ? 'AgentCapabilities' : 'ClientCapabilities');
    for (const name of path.split('.')) shape = shape?.kind === 'object' ? shape.members.get(name)?.shape : undefined;
    expect(shape?.kind).toMatch(/object|boolean/);
  });

  test.each(methods)('%s has a direction, params, and a result if it is a request', (method) => {
    const { requests, notifications, results } = tablesOf(version);
    const missing = schemaMethods
      .filter((row) => row.method === method && row[`v${version}`])
      .flatMap(({ kind, sentBy }) => (sentBy === 'both' ? BOTH : [sentBy]).map((sender) => ({ kind, sender })))
      .filter(({ kind, sender }) => {
        const answered = kind === 'notification' || results[opposite(sender)].has(method);
        return !answered || !(kind === 'request' ? requests : notifications)[sender].has(method);
      });
    expect(missing).toEqual([]);
  });
});

test('a method of the other version, or of neither, has no row', () => {
  expect(capabilityOf('session/load', 2)).toBeUndefined();
  expect(capabilityOf('auth/login', 1)).toBeUndefined();
  expect(capabilityOf('_mine', 1)).toBeUndefined();
  expect(capabilityOf('session/set_model', 1)).toBeUndefined();
});
