import { inject } from 'vitest';
import type { CleanUp } from './folders.ts';
import { rawRequest, type HttpAnswer } from './http.ts';
import { CLI, start } from './processes.ts';
import { waitFor } from './wait-for.ts';

/** A running inspector. */
export interface Inspector {
  readonly port: number;
  readonly pid: number;
  /** The token in the link. */
  readonly token: string;
  /** Returns the link that signs a browser in, at a place of the page: `link('#/r/demo')`. */
  link(place?: string): string;
  /** Sends a request as the page does. */
  get(target: string): Promise<HttpAnswer>;
}

/** The output of `acptap inspect --json`. */
interface Started {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by test/browser/read-only-inspector.ts. */
    inspector: Started;
  }
}

/** The inspector that all files of test/browser share. Only for tests that change nothing. */
export const readOnlyInspector = (): Inspector => inspectorOf(inject('inspector'));

interface Options {
  /** Default: any free port. */
  readonly port?: number;
  readonly words?: readonly string[];
}

/** Starts `acptap inspect`. */
export async function startInspector(home: string, lastly: CleanUp, options: Options = {}): Promise<Inspector> {
  return inspectorOf(await inspect(home, lastly, options));
}

/** Runs `acptap inspect` until `lastly`. */
export async function inspect(home: string, lastly: CleanUp, { port = 0, words = [] }: Options = {}): Promise<Started> {
  const command = [process.execPath, CLI, 'inspect', '--json', '--port', String(port), ...words] as const;
  const server = start([...command], { home, lastly });
  const line = await waitFor('the line of inspect --json', () => /^.*(?=\n)/.exec(server.stdout().toString())?.[0]);
  return JSON.parse(line) as Started; // the output of acptap itself
}

function inspectorOf({ url, port, pid }: Started): Inspector {
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
