import type { Lastly } from './folders.ts';
import { rawRequest, type HttpAnswer } from './http.ts';
import { CLI, start } from './processes.ts';
import { waitFor } from './wait-for.ts';

/** A running inspector, as whoever started it sees it. */
export interface Inspector {
  readonly port: number;
  readonly pid: number;
  /** The secret of the link. */
  readonly token: string;
  /** The link that signs a browser in. A place of the page may follow: `link('#/r/demo')`. */
  link(place?: string): string;
  /** A request as the page sends it. */
  get(target: string): Promise<HttpAnswer>;
}

interface Options {
  /** Default: any free port. */
  readonly port?: number;
  readonly words?: readonly string[];
}

/** Starts `acptap inspect`. */
export async function startInspector(
  home: string,
  lastly: Lastly,
  { port: wanted = 0, words = [] }: Options = {},
): Promise<Inspector> {
  const command = [process.execPath, CLI, 'inspect', '--json', '--port', String(wanted), ...words] as const;
  const server = start([...command], { home, lastly });
  const line = await waitFor('the line of inspect --json', () => /^.*(?=\n)/.exec(server.stdout().toString())?.[0]);
  const { url, port, pid } = JSON.parse(line) as { url: string; port: number; pid: number }; // product.md
  const token = new URL(url).hash.replace('#token=', '');
  const head = [`host: 127.0.0.1:${port}`, `authorization: Bearer ${token}`, 'connection: close'];
  return {
    port,
    pid,
    token,
    link: (place = '') => `${url}${place.replace(/^#/, '')}`,
    get: (target) => rawRequest(port, [`GET ${target} HTTP/1.1`, ...head]),
  };
}
