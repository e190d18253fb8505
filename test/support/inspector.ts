import type { Lastly } from './folders.ts';
import { header, rawRequest, type HttpAnswer } from './http.ts';
import { CLI, start } from './processes.ts';
import { waitFor } from './wait-for.ts';

/** A running inspector, as whoever started it sees it. */
export interface Inspector {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  /** The `name=value` that a browser has after following the link. */
  readonly cookie: string;
  /** A request as this server wants it from a browser that is signed in. */
  get(target: string): Promise<HttpAnswer>;
}

/** Starts `acptap inspect` on any free port and signs in. */
export async function startInspector(home: string, lastly: Lastly): Promise<Inspector> {
  const server = start([process.execPath, CLI, 'inspect', '--json', '--port', '0'], { home, lastly });
  const line = await waitFor('the line of inspect --json', () => /^.*(?=\n)/.exec(server.stdout().toString())?.[0]);
  const { url, port, pid } = JSON.parse(line) as { url: string; port: number; pid: number }; // product.md
  const token = new URL(url).searchParams.get('token') ?? '';
  const host = `host: 127.0.0.1:${port}`;
  const answer = await rawRequest(port, [`GET /?token=${token} HTTP/1.1`, host, 'connection: close']);
  const cookie = header(answer, 'set-cookie')?.split(';')[0] ?? '';
  const get = (target: string) =>
    rawRequest(port, [`GET ${target} HTTP/1.1`, host, `cookie: ${cookie}`, 'connection: close']);
  return { port, pid, token, cookie, get };
}
