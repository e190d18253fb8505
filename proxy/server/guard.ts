import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HostNames } from './host-names.ts';
import { createTickets, secret } from './tickets.ts';

/** Why a request is refused. `401`: it lacks the token. `403`: it comes from a wrong origin. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/** Decides which requests are answered. */
export interface Guard {
  /** Returns undefined for an allowed request. Called for every request and WebSocket upgrade, before any routing. */
  refuse(request: IncomingMessage): Refusal | undefined;
  /** The secret in the printed link. It works while the server runs, in any number of browsers. */
  readonly token: string;
  /** Returns a ticket for signing in once: for a browser's command line, which other users can read. */
  signInTicket(): string;
  /** Returns the token for an unused sign-in ticket, else undefined. */
  signIn(ticket: string): string | undefined;
  /** Returns an address that answers one GET request without the token. For downloads, because links send no header. */
  oneUseUrl(path: string): string;
}

/** A ticket is exchanged for the token by a POST request to this path. */
const SIGN_IN_PATH = '/api/sign-in';

/** The WebSocket subprotocol. The page offers it and, after it, the token; the server selects only this protocol. */
export const SUBPROTOCOL = 'acptap.v1';

interface GuardOptions {
  readonly names: HostNames;
  /** The files of the page: they hold no secret, and their script does the signing in. */
  readonly openPaths: ReadonlySet<string>;
}

/**
 * Refuses everybody without the token. The server listens only on loopback, but other users of the machine and web
 * pages in the same browser can reach it. So the Host must be ours (DNS rebinding), and any Origin too. A WebSocket or
 * a changing request needs an Origin. Everything except the page's files needs the token. No cookies, because browsers
 * send them to every port of a host.
 */
export function createGuard({ names, openPaths }: GuardOptions): Guard {
  const token = secret();
  const tickets = createTickets();

  function refuse(request: IncomingMessage): Refusal | undefined {
    const { headers, rawHeaders, url = '', method } = request;
    const isUpgrade = headers.upgrade !== undefined;
    const isRead = !isUpgrade && (method === 'GET' || method === 'HEAD');
    if (!url.startsWith('/')) return forbidden('the request target is not a path');
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts !== 1 || !names.hosts.has((headers.host ?? '').toLowerCase())) return forbidden(FOREIGN_HOST);
    if (headers.origin !== undefined && !names.origins.has(headers.origin))
      return forbidden('the Origin header is not this server');

    const hasBearer = same(bearerOf(headers.authorization), token);
    // A web page cannot set this header for a WebSocket, so the client is a program with the token.
    if (headers.origin === undefined && !isRead && !(isUpgrade && hasBearer))
      return forbidden('the Origin header is missing');

    if (hasBearer || (isUpgrade && same(offeredToken(headers['sec-websocket-protocol']), token))) return undefined;
    if (isRead && openPaths.has(url.startsWith('/?') ? '/' : url)) return undefined; // the page removes the query
    if (!isUpgrade && method === 'POST' && url === SIGN_IN_PATH) return undefined; // its route checks the ticket
    const { path, ticket } = ticketIn(url);
    if (!isUpgrade && method === 'GET' && tickets.spend(ticket, path)) return undefined;
    return { status: 401, reason: 'not signed in: open the link that "acptap inspect" printed' };
  }

  return {
    refuse,
    token,
    signInTicket: () => tickets.issue(SIGN_IN_PATH),
    signIn: (ticket) => (tickets.spend(ticket, SIGN_IN_PATH) ? token : undefined),
    oneUseUrl: (path) => `${path}?ticket=${tickets.issue(path)}`,
  };
}

const FOREIGN_HOST =
  'the Host header is not this server. Behind a forwarded port: allow its name with "acptap inspect --allow-host"';

const forbidden = (reason: string): Refusal => ({ status: 403, reason });

const bearerOf = (authorization = ''): string => /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';

/** The second of exactly two offered subprotocols, where the first is ours. */
function offeredToken(protocols = ''): string {
  const [first, token = '', ...more] = protocols.split(/, */);
  return first === SUBPROTOCOL && more.length === 0 ? token : '';
}

function ticketIn(url: string): { readonly path: string; readonly ticket: string } {
  const [, path = '', ticket = ''] = /^([^?]+)\?ticket=([\w-]+)$/.exec(url) ?? [];
  return { path, ticket };
}

/** Compares in constant time, for any lengths. */
function same(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
