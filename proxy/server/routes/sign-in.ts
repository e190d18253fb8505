import type { FastifyPluginCallback } from 'fastify';
import { isObject } from '#core/json/json.ts';
import type { Guard } from '../guard.ts';

/** Exchanges the ticket of the link that we opened for the token. */
export const signInRoute: FastifyPluginCallback<{ guard: Guard }> = (app, { guard }, done) => {
  app.post('/api/sign-in', ({ body }, reply) => {
    const ticket = isObject(body) ? body['ticket'] : undefined;
    if (typeof ticket !== 'string') return reply.code(400).send({ error: 'the body is not {"ticket": "…"}' });
    const token = guard.signIn(ticket);
    return token === undefined
      ? reply.code(401).send({ error: 'this ticket has been used, or is too old' })
      : reply.send({ token });
  });
  done();
};
