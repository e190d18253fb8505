import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

/** Files with a hash in their name. They hold no recorded content, so browsers may cache them. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+$/;

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
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
};

/** The request paths of all files of the page. */
export function pagePaths(page: string): ReadonlySet<string> {
  const files = readdirSync(page, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(page, join(parentPath, name)).split(sep).join('/'));
  return new Set(['/', ...paths.map((path) => `/${path}`)]);
}
