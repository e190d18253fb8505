import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { signInToken, type Guard } from '../guard.ts';

/** Files whose names change with their contents. They hold no recorded content, so a browser may keep them, compiled. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+$/;

/** The page, and `/?token=…`, which exchanges the token of the link for a cookie and leads to the page without it in the address. */
export const pageRoutes: FastifyPluginAsync<{ guard: Guard; page: string }> = async (app, { guard, page }) => {
  await app.register(fastifyStatic, {
    root: page,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      if (HASHED.test(path)) void reply.header('cache-control', 'private, max-age=31536000, immutable');
    },
  });

  app.get('/', (request, reply) => {
    const token = signInToken(request.raw.url ?? '');
    if (token === undefined) return reply.sendFile('index.html');
    if (!guard.accepts(token))
      return reply
        .code(401)
        .type('text/plain; charset=utf-8')
        .send('This link has been used or is of an earlier start: open the link that "acptap inspect" printed.\n');
    return reply.header('set-cookie', guard.cookie).redirect('/', 303);
  });
};
