import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { WebSocketServer } from 'ws';
import { AcptapError } from '#core/errors.ts';
import { createAgents, NO_AGENTS, type Agents, type AgentsPort } from './agents.ts';
import { createGuard, SUBPROTOCOL, type Guard } from './guard.ts';
import { securityHeaders } from './headers.ts';
import type { Library } from './library.ts';
import { endUnanswering, limitConnections, LIMITS, type Limits } from './limits.ts';
import { createLiveFeed } from './live.ts';
import { hostNamesOf } from './host-names.ts';
import { answerRefusal } from './refusal.ts';
import { libraryQueries } from './library-queries.ts';
import { changesRoute } from './routes/changes.ts';
import { compareRoutes } from './routes/compare.ts';
import { controlRoutes } from './routes/control.ts';
import { conversationRoute } from './routes/conversation.ts';
import { filesRoutes } from './routes/files.ts';
import { answerError } from './routes/errors.ts';
import { markRoutes } from './routes/marks.ts';
import { savedFileRoutes } from './routes/saved-files.ts';
import { pagePaths, pageRoutes } from './routes/page.ts';
import { reportRoutes } from './routes/report.ts';
import { explainViolation } from './routes/parameters.ts';
import { recordingRoutes } from './routes/recordings.ts';
import { signInRoute } from './routes/sign-in.ts';
import { shareRoute } from './routes/share.ts';
import { timelineRoutes } from './routes/timeline.ts';

/** The only address to listen on: recordings are private conversations that other machines must not reach. */
const LOOPBACK = '127.0.0.1';

export interface ServerOptions {
  readonly library: Library;
  /** The folder of the built page. */
  readonly page: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Host names besides loopback's, from `--allow-host`. Default: none. */
  readonly allowedHosts?: readonly string[];
  readonly limits?: Limits;
  /** The running agents whose conversations pages may take part in. Default: none. */
  readonly agents?: AgentsPort;
  /** Called often while a page is connected. */
  readonly onWatched: () => void;
  /** Called when the live feed cannot read the database, perhaps repeatedly. */
  readonly onTrouble: (cause: unknown) => void;
}

export interface InspectorServer {
  readonly port: number;
  readonly guard: Guard;
  /** The link that signs a browser in. It works repeatedly. */
  readonly url: string;
  /** Makes a link that signs a browser in once. */
  onceUrl(): string;
  close(): Promise<void>;
}

/**
 * Starts the inspector's server on loopback. Every request and WebSocket upgrade passes the guard before it is routed.
 * @throws {AcptapError} `port-unusable`.
 */
export async function startServer({
  library,
  page,
  port,
  allowedHosts = [],
  limits = LIMITS,
  agents: agentsPort = NO_AGENTS,
  onWatched,
  onTrouble,
}: ServerOptions): Promise<InspectorServer> {
  const http = createServer({ connectionsCheckingInterval: limits.checkMs });
  limitConnections(http, limits);
  await listen(http, port);
  const address = http.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  const guard = createGuard({ names: hostNamesOf(bound, allowedHosts), openPaths: pagePaths(page) });
  const agents = createAgents(agentsPort);
  const live = createLiveFeed(library, agents, { onWatched, onTrouble });
  const app = await createApp({ http, guard, library, agents, page });
  const stopPinging = acceptSockets(http, guard, live, limits);
  const origin = `http://${LOOPBACK}:${bound}`;
  return {
    port: bound,
    guard,
    url: `${origin}/#token=${guard.token}`,
    onceUrl: () => `${origin}/#ticket=${guard.signInTicket()}`,
    async close() {
      stopPinging();
      library.changes?.close();
      live.close();
      http.closeAllConnections();
      await app.close();
      http.close();
    },
  };
}

async function createApp(options: {
  http: Server;
  guard: Guard;
  library: Library;
  agents: Agents;
  page: string;
}): Promise<FastifyInstance> {
  const { http, guard, library, agents, page } = options;
  const app = fastify({
    serverFactory: (handler) => http.on('request', guarded(guard, handler)),
    // Called for malformed URLs.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      reply.code(404).send({ error: 'there is nothing here' }),
    logger: false,
    ajv: { customOptions: { verbose: true, discriminator: true } }, // `verbose` is for `explainViolation`
    schemaErrorFormatter: explainViolation,
    bodyLimit: 64 * 1024,
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'there is nothing here' }));
  const queries = libraryQueries(library);
  await app.register(recordingRoutes, { library, queries, guard });
  await app.register(timelineRoutes, { queries });
  await app.register(shareRoute, { queries });
  await app.register(savedFileRoutes, { queries, guard, page });
  await app.register(reportRoutes, { queries });
  await app.register(conversationRoute, { queries });
  await app.register(filesRoutes, { queries });
  await app.register(compareRoutes, { queries });
  await app.register(changesRoute, { library });
  await app.register(controlRoutes, { agents, queries });
  await app.register(markRoutes, { library });
  await app.register(signInRoute, { guard });
  await app.register(pageRoutes, { page });
  await app.ready();
  return app;
}

/** Runs the guard before fastify, which answers some requests without its hooks. */
function guarded(guard: Guard, handler: RequestListener): RequestListener {
  return (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const refusal = guard.refuse(request);
    if (!refusal) return handler(request, response);
    answerRefusal(request, response, refusal);
  };
}

/** Accepts WebSockets. Returns a function that stops pinging the pages. */
function acceptSockets(
  http: Server,
  guard: Guard,
  live: ReturnType<typeof createLiveFeed>,
  { pages, pingMs }: Limits,
): () => void {
  // The offered protocols include the token. The default selects the first one, which must not be the token.
  const handleProtocols = (offered: Set<string>) => offered.has(SUBPROTOCOL) && SUBPROTOCOL;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, handleProtocols });
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const refusal = guard.refuse(request);
    if (refusal) return turnAway(socket, refusal.status);
    if (request.url !== '/api/live') return turnAway(socket, 404);
    if (live.count() >= pages) return turnAway(socket, 503);
    sockets.handleUpgrade(request, socket, head, (page) => live.add(page));
  });
  return endUnanswering(sockets, pingMs);
}

/** Answers and closes the socket at once. `end` alone would wait for the other side. */
function turnAway(socket: Duplex, status: number): void {
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  socket.end(answer, () => socket.destroy());
}

function listen(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new AcptapError(
          'port-unusable',
          `cannot listen on ${LOOPBACK}:${port}: ${cause.code === 'EADDRINUSE' ? 'the port is taken; choose another with --port, or --port 0 for any' : cause.message}`,
          { cause },
        ),
      ),
    );
    http.listen(port, LOOPBACK, resolve);
  });
}
