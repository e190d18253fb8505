import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fastify } from 'fastify';
import { pageRoutes } from '../../proxy/server/routes/page.ts';
import { temporaryFolder } from '../support/folders.ts';

test('a page that was updated while the server ran asks for a restart, in place of a blank page', async () => {
  const page = temporaryFolder();
  writeFileSync(join(page, 'index.html'), '<p>before');
  const app = fastify();
  await app.register(pageRoutes, { page });
  const ask = async () => {
    const { statusCode, body } = await app.inject('/');
    return [statusCode, body];
  };
  expect(await ask()).toEqual([200, '<p>before']);
  writeFileSync(join(page, 'index.html'), '<p>after');
  expect(await ask()).toEqual([503, expect.stringContaining('start acptap inspect again')]);
  await app.close();
});
