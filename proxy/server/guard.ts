import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { nanoid } from 'nanoid';

/** Why a request is turned away. `401`: nobody is signed in. `403`: it comes from somewhere it must not. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/** What the guard knows of who may come in. */
export interface Guard {
  /** Undefined when the request may pass. Asked for every request and every WebSocket upgrade, before any routing. */
  refuse(request: IncomingMessage): Refusal | undefined;
  /** True for the token of the sign-in link, or for a ticket that was not used yet. */
  accepts(token: string): boolean;
  /** The `Set-Cookie` value that signs a browser in. */
  readonly cookie: string;
  /** The token of the link that is printed. It works as long as the server runs: people open it in a second browser. */
  readonly token: string;
  /** A token that works once, for handing a link to a browser by way of its command line, where other users could read it. */
  ticket(): string;
}

/**
 * Keeps everybody else out. The server listens on loopback only, but web pages in the same browser and other users of the machine
 * reach that too. So: the Host must be ours (DNS rebinding), an Origin must be ours, where a page could act without one it must be
 * there, and the browser must have been signed in with a token that only the terminal has seen.
 */
export function createGuard(port: number): Guard {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const hosts = new Set(names);
  const origins = new Set(names.map((name) => `http://${name}`));
  const token = secret();
  const session = secret();
  const cookieName = `acptap-${port}`; // cookies are shared between ports
  const tickets = new Set<string>();

  function refuse(request: IncomingMessage): Refusal | undefined {
    const { headers, rawHeaders, url = '', method } = request;
    const isUpgrade = headers.upgrade !== undefined;
    if (!url.startsWith('/')) return forbidden('the request target is not a path');
    const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    if (given !== 1 || !hosts.has(headers.host ?? '')) return forbidden('the Host header is not this server');

    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    const isBearer = bearer !== undefined && same(bearer, token);
    if (headers.origin !== undefined && !origins.has(headers.origin))
      return forbidden('the Origin header is not this server');
    const needsOrigin = isUpgrade || (method !== 'GET' && method !== 'HEAD');
    if (headers.origin === undefined && needsOrigin && !isBearer) return forbidden('the Origin header is missing');

    if (isBearer || same(cookieOf(headers.cookie, cookieName), session)) return undefined;
    if (!isUpgrade && method === 'GET' && signInToken(url) !== undefined) return undefined; // the sign-in route looks at it
    return { status: 401, reason: 'not signed in: open the link that "acptap inspect" printed' };
  }

  return {
    refuse,
    accepts: (given) => tickets.delete(given) || same(given, token),
    cookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`,
    token,
    ticket() {
      const ticket = secret();
      tickets.add(ticket);
      return ticket;
    },
  };
}

/** The token in `/?token=…`, the one path that is open to whoever has it. */
export const signInToken = (url: string): string | undefined => /^\/\?token=([\w-]+)$/.exec(url)?.[1];

const forbidden = (reason: string): Refusal => ({ status: 403, reason });

/** 43 characters of 6 random bits: more than 256. */
const secret = () => nanoid(43);

/** Compares in constant time, whatever the lengths. */
function same(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function cookieOf(header: string | undefined, name: string): string {
  const pair = header?.split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}
