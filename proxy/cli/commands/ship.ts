import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { AcptapError } from '#core/errors.ts';
import { endOf } from '#core/rules/engine/judge-recording.ts';
import { CollectorError, createExporter, headersOf, type Encoding } from '../../telemetry/exporter.ts';
import { createShipping, patient, type ShipPorts } from '../../telemetry/ship.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { isPassing } from '../../store/connection/store-error.ts';
import type { Store } from '../../store/store.ts';
import { openSettledStore } from '../recordings/find-recording.ts';
import { interrupted } from '../interrupted.ts';
import { isInFolder } from '../is-in-folder.ts';
import { print, warn } from '../output/output.ts';
import { readable } from '../recordings/readable.ts';
import { openServerStore } from '../recordings/server-store.ts';
import { version } from '../version.gen.ts';

export interface ShipOptions {
  readonly otlp: string;
  /** `name=value` each. */
  readonly header?: readonly string[];
  readonly all?: boolean;
  readonly follow?: boolean;
  readonly frames?: boolean;
  readonly content?: boolean;
  readonly again?: boolean;
  readonly encoding: Encoding;
}

/** How often `--follow` looks for new entries. */
const LOOK_MS = 1000;

/** For one request, with the repetitions of the transport: the default of the SDKs, and their variable. */
const timeoutMs = () => Number(process.env['OTEL_EXPORTER_OTLP_TIMEOUT']) || 10_000;

/** `ship`: sends what a collector lacks of the recordings; with `--follow` until it is interrupted. */
export async function ship(options: ShipOptions): Promise<void> {
  const { otlp: url, follow = false, again = false, encoding, content: withContent = false } = options;
  const stop = new AbortController();
  const isStopped = () => stop.signal.aborted;
  const pause = (ms: number) => wait(ms, undefined, { signal: stop.signal }).catch(() => {});
  const kept = await openKept(follow);
  if (again) kept.current().shipped().forget(url);
  const headers = headersOf(options.header ?? [], process.env['OTEL_EXPORTER_OTLP_HEADERS']);
  const userAgent = `acptap/${version}`;
  const exporter = createExporter({ url, headers, encoding, timeoutMs: timeoutMs(), userAgent, warn });
  const shipping = createShipping(
    { version, host: hostname(), withContent, withFrames: options.frames ?? false },
    {
      ...stored(kept.current, url, options.all ? undefined : process.cwd(), withContent),
      exporter: follow ? patient(exporter, { pause, warn, isStopped }) : exporter,
      isStopped,
    },
  );
  if (follow) void interrupted().then(() => stop.abort());
  try {
    if (follow) await print(`Sends recordings to ${url} until you press Ctrl-C.\n`);
    await shipping.round();
    if (follow) for (; !isStopped(); await pause(LOOK_MS)) await shipping.round();
  } catch (cause) {
    if (!(cause instanceof CollectorError)) throw cause;
    if (!isStopped()) throw unusable(url, cause);
  } finally {
    kept.close();
  }
  const { recordings, spans, logs, requests } = shipping.total();
  await print(
    `sent ${recordings} whole ${recordings === 1 ? 'recording' : 'recordings'}: ${spans} spans and ${logs} log records in ${requests} requests\n`,
  );
}

async function openKept(follow: boolean): Promise<{ readonly current: () => Store; readonly close: () => void }> {
  if (follow) return openServerStore(dataFolder());
  const store = await openSettledStore(dataFolder(), 'share');
  return { current: () => store, close: () => store.close() };
}

/** The recordings of a database whose agent ran in a folder or below it; without a folder, all. */
function stored(
  current: () => Store,
  target: string,
  folder: string | undefined,
  redact: boolean,
): Pick<ShipPorts, 'pending' | 'source' | 'keep'> {
  return {
    pending: () =>
      current()
        .shipped()
        .unshipped(target)
        .filter(({ cwd }) => folder === undefined || isInFolder(cwd, folder))
        .filter(({ state, hasDeliveries }) => state !== 'live' || !(redact || hasDeliveries)) // later entries change what earlier ones mean
        .map(({ no, id, sent, ...recording }) => ({ no, id, sent, end: endOf(recording) })),
    source(no) {
      const { read } = current();
      if (!read.summary(no)) return undefined;
      const entryAt = (seq: number) => current().read.entry(no, seq);
      const entries = (from = 0) => current().read.entries(no, from);
      const whole = readable({ header: read.header(no), entries, entryAt }, redact);
      return { header: whole.header, entries: redact ? whole.entries : entries };
    },
    keep(no, entries, isDone) {
      try {
        current().shipped().keep(no, target, entries, isDone);
      } catch (cause) {
        if (!isPassing(cause)) throw cause; // it is sent again, with the same ids
      }
    },
  };
}

const unusable = (url: string, { message }: CollectorError) =>
  new AcptapError('collector-unusable', `the collector at ${url} refused the data: ${message}`, {
    advice: 'check the address, and that it takes OTLP over HTTP. Sent data is noted: the next ship sends the rest',
  });
