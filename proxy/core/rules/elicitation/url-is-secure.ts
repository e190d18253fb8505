import { stringAt } from '#core/json/json.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** The host of an http URL, without user and port. */
const HTTP = /^http:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i;

const LOCAL = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])\.?$/i;

const begin = handshakeAndSession({ client: { elicitation: { url: {} } } });

export default defineRule({
  id: 'elicitation/url-is-secure',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires: 'A URL that a person is sent to is one of https, unless it leads to their own machine.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers: 'Careful clients refuse to open it, or warn.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      if (!isElicitation(method) || stringAt(params, 'mode') !== 'url') return;
      const url = stringAt(params, 'url');
      if (url === undefined) return;
      const host = HTTP.exec(url)?.[1];
      if (host === undefined || LOCAL.test(host)) return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: 'agent',
        message: 'the URL is not encrypted on its way',
        seen: excerpt(`http://${host}`), // what is behind the host may be a secret
        expected: 'https',
        pointer: '/params/url',
      });
    },
  }),
  examples: {
    breaks: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"http://example.com/login","message":"Sign in"}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"http://localhost@example.com/","message":"Sign in"}`, // the name of a user
    ],
    keeps: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com/login","message":"Sign in"}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"http://localhost:8080/callback","message":"Sign in"}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"http://[::1]:8080/","message":"Sign in"}`,
    ],
  },
});
