import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts, needsMeaning } from '#core/intervene/frame-facts.ts';
import { createHolds, RELEASED } from '#core/intervene/holds.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import type { Outcome } from '#core/intervene/after-hold.ts';
import { elapsedUs } from '#core/units.ts';
import type { Delivery, Entry } from '#core/wire/entry.ts';
import { createDirection } from '../../proxy/intervene/direction.ts';
import { createAssembler } from '../../proxy/recorder/assemble.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { DELIVERIES_SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { openSpool } from '../../proxy/shim/spool.ts';
import { pipeReceiver } from '../../proxy/shim/stdio.ts';
import { temporaryFolder } from '../support/folders.ts';
import { spoolSetting } from '../support/spool-setting.ts';

/** A breakpoint, and the outcomes in turn, each for one of the held frames. */
export interface Dealing {
  readonly filter: string;
  readonly outcomes: readonly { readonly pick: number; readonly outcome: Outcome }[];
}

const NOTHING_HELD: Dealing = { filter: 'method:_never', outcomes: [] };

/** Sends chunks of an agent through faults and holds. Returns what the client read, and the recording. */
export async function throughFaults(
  faults: readonly string[],
  seed: number,
  chunks: readonly Uint8Array[],
  { filter, outcomes }: Dealing = NOTHING_HELD,
) {
  const path = join(temporaryFolder(), 'spool', 'recorded.spool');
  const spool = openSpool(
    path,
    {
      'acptap-spool': DELIVERIES_SPOOL_FORMAT,
      id: 'recorded',
      command: ['a'],
      cwd: '/',
      startedAt: 1,
      shim: { pid: 1, started: 'never' },
      acptap: '',
      node: '',
    },
    spoolSetting(path, () => Math.round(performance.now() * 1000)),
  );
  const rules = faults.map((text) => readFault(text, compileRegex));
  const { decide, muteOf } = createDecider(rules, seed, compileRegex);
  const [source, sink] = [new PassThrough(), new PassThrough()];
  const read: Buffer[] = [];
  sink.on('data', (chunk: Buffer) => read.push(chunk));
  const ended = new Promise((resolve) => sink.once('end', resolve));
  const holds = createHolds({ timeout: 1000, onTimeout: 'refuse', alone: true, grace: 0 }, compileRegex);
  if (outcomes.length > 0) holds.addBreakpoint(filter);
  const isMeant = needsMeaning(rules) || outcomes.length > 0;
  const factsOf = createFrameFacts(() => isMeant);
  const answers: Uint8Array[] = [];
  const { forwarding, pump } = createDirection('agent', source, pipeReceiver(sink), {
    spool,
    planFor(frame, place) {
      const arrived = factsOf(frame, elapsedUs(0));
      return holds.consider(arrived, decide(arrived), place, 0);
    },
    muteOf: () => muteOf('agent'),
    isIdle: () => faults.length === 0 && outcomes.length === 0,
    answer: ({ bytes }) => void answers.push(bytes),
    end() {},
    ended() {},
    now: () => performance.now(),
  });
  for (const chunk of chunks) source.write(chunk);
  source.end();
  for (let next = 0; !(await isSettled(forwarding.done)); next++) {
    const { pick, outcome } = outcomes[next % outcomes.length] ?? { pick: 0, outcome: RELEASED };
    const held = holds.held();
    holds.decide(held[pick % held.length]?.number ?? 0, outcome);
    pump();
  }
  await Promise.all([forwarding.done, ended]);
  spool.event({ event: 'exit', code: 0, signal: null });
  spool.close();
  return { read: Buffer.concat(read), answers: Buffer.concat(answers), ...readBack(path) };
}

/** Waits a moment for the promise. */
const isSettled = (done: Promise<void>): Promise<boolean> =>
  Promise.race([done.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

/** The entries of a spool, with what became of them, as the database has them. */
function readBack(path: string): { readonly entries: readonly Entry[]; readonly deliveries: readonly Delivery[] } {
  const reader = openSpoolReader(path);
  if (!reader) throw new Error('the spool has no header');
  const assembler = createAssembler(undefined, undefined, reader.header);
  const facts = [];
  for (let records = reader.next(true); records.length > 0; records = reader.next(true))
    facts.push(...records.flatMap(assembler.apply));
  reader.close();
  const deliveries = facts.filter((fact) => fact.kind === 'delivery');
  const sentOf = new Map(deliveries.map(({ seq, sent }) => [seq, sent]));
  const entries = facts
    .filter((fact) => fact.kind !== 'delivery' && fact.kind !== 'delayed')
    .map((entry) => {
      const sent = entry.kind === 'frame' ? sentOf.get(entry.seq) : undefined;
      return sent ? { ...entry, sent } : entry;
    });
  return { entries, deliveries };
}
