import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { attackedInspector, targets } from './attacked-inspector.ts';

const { inspector } = attackedInspector();

describe('the server', () => {
  test('listens on 127.0.0.1 and nowhere else', () => {
    const port = inspector().port.toString(16).toUpperCase().padStart(4, '0');
    const listening = ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${port}`));
    expect(listening.map(([, local]) => local)).toEqual([`0100007F:${port}`]);
  });

  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);

  test('cannot be reached by another address of this machine', async ({ skip }) => {
    skip(others.length === 0, 'NOT TESTED: this machine has no other address than loopback');
    for (const address of [...others, '127.0.0.2', '::1'])
      expect([address, await canConnect(address)]).toEqual([address, false]);
    expect(await canConnect('127.0.0.1')).toBe(true);
  });

  const canConnect = (address: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(inspector().port, address);
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });

  test('has no route that is not in this test', () => {
    const sources = globSync('proxy/server/**/*.ts').map((path) => readFileSync(path, 'utf8'));
    const routes = sources
      .flatMap((source) => [
        ...source.matchAll(
          /\b(?:app|scope)\.(?:get|post|put|patch|delete|all|route|head|options)\b[^('"]*\(\s*'([^']+)'/g,
        ),
      ])
      .map(([, path = '']) => path.replace(':seq', '1'));
    expect(routes.length).toBeGreaterThan(5);
    expect(routes.filter((path) => !targets.includes(path))).toEqual([]);
  });
});
