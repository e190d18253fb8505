import { expect, test } from 'vitest';
import { toPeerName } from '../../../inspector-ui/text/peer-name.ts';

test.each([
  [{ name: 'zed', title: 'Zed', version: '1.5.4+stable.300.193b55aa' }, 'Zed 1.5.4'],
  [{ name: 'agent', title: null, version: '2.0.0-rc.1' }, 'agent 2.0.0-rc.1'],
  [{ name: 'agent', title: null, version: null }, 'agent'],
  [{ name: 'WebStorm', title: 'WebStorm 2026.1.2', version: '2026.1.2' }, 'WebStorm 2026.1.2'],
])('names %o without build metadata, and its version once', (peer, name) => {
  expect(toPeerName(peer)).toBe(name);
});
