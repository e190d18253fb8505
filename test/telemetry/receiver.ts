import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { cleanUpAfterAll, type CleanUp } from '../support/folders.ts';
import {
  decodeRequest,
  logsIn,
  pointsIn,
  spansIn,
  type ReceivedLog,
  type ReceivedPoint,
  type ReceivedSpan,
  type Signal,
} from './otlp.ts';

/** A collector on loopback: keeps what it gets, or answers with `status` while that is set. */
export interface Receiver {
  readonly url: string;
  status: number | undefined;
  /** The body of its answers. */
  reply: string;
  readonly spans: ReceivedSpan[];
  readonly logs: ReceivedLog[];
  readonly points: ReceivedPoint[];
  readonly headers: IncomingHttpHeaders[];
  /** The bodies of all requests, decompressed. */
  readonly bodies: Buffer[];
  clear(): void;
}

export async function startReceiver(lastly: CleanUp = cleanUpAfterAll()): Promise<Receiver> {
  const server = createServer((request, response) => {
    void answer(request).then(
      () => response.writeHead(receiver.status ?? 200).end(receiver.reply),
      () => response.destroy(), // the sender has closed the connection
    );
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  lastly(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: undefined,
    reply: '',
    spans: [],
    logs: [],
    points: [],
    headers: [],
    bodies: [],
    clear() {
      for (const list of [this.spans, this.logs, this.points, this.headers, this.bodies]) list.length = 0;
    },
  };

  async function answer(message: IncomingMessage): Promise<void> {
    const { headers, url = '' } = message;
    const bytes = await buffer(message);
    receiver.headers.push(headers);
    if (receiver.status !== undefined) return;
    const signal = url.slice('/v1/'.length) as Signal;
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    receiver.bodies.push(body);
    const request = decodeRequest(signal, headers['content-type'] ?? '', body);
    if (signal === 'traces') receiver.spans.push(...spansIn(request));
    else if (signal === 'logs') receiver.logs.push(...logsIn(request));
    else receiver.points.push(...pointsIn(request));
  }

  return receiver;
}
