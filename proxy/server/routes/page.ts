import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

/** Files with a hash in their name. They hold no recorded content, so browsers may cache them. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+$/;

/** For a page of another release: it needs files that this server does not know. */
const UPDATED =
  '<!doctype html><title>acptap</title><p>acptap was updated while this inspector ran: end it, and start acptap inspect again.</p>';

/** The files of the page. Everybody gets them: they contain no secret. */
export const pageRoutes: FastifyPluginAsync<{ page: string }> = async (app, { page }) => {
  await app.register(fastifyStatic, {
    root: page,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      if (HASHED.test(path)) void reply.header('cache-control', 'private, max-age=31536000, immutable');
    },
  });
  const readIndex = () => readFile(join(page, 'index.html'), 'utf8').catch(() => '');
  const atStart = await readIndex();
  app.get('/', async (_request, reply) =>
    (await readIndex()) === atStart
      ? reply.sendFile('index.html')
      : reply.code(503).type('text/html; charset=utf-8').send(UPDATED),
  );
};

/** The request paths of all files of the page. */
export function pagePaths(page: string): ReadonlySet<string> {
  const files = readdirSync(page, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(page, join(parentPath, name)).split(sep).join('/'));
  return new Set(['/', ...paths.map((path) => `/${path}`)]);
}
