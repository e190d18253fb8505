import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { signInToken, type Guard } from '../guard.ts';

/** The page, and `/?token=…`, which exchanges the token of the link for a cookie and leads to the page without it in the address. */
export const pageRoutes: FastifyPluginAsync<{ guard: Guard; page: string }> = async (app, { guard, page }) => {
  await app.register(fastifyStatic, { root: page, index: false, cacheControl: false });

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
