/**
 * `npm run bench`: measures the built `dist/` beside a bare Node pipe in one run, and prints ratios beside the
 * promises. Asserts no absolute times: the exit code is 0 unless a run failed or a byte differed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Outcome } from './benchmark.ts';
import { hugePage } from './huge-page.ts';
import { hugeline } from './hugeline.ts';
import { ingest } from './ingest.ts';
import { judge } from './check-recording.ts';
import { latency } from './latency.ts';
import { livePage } from './live-page.ts';
import { longPage } from './long-page.ts';
import { longSession } from './long-session.ts';
import { memory } from './memory.ts';
import { compilePrograms } from './programs.ts';
import { replay } from './replay.ts';
import { renderBroken, renderMarkdown, renderTable, renderText } from './render-results.ts';
import { screen } from './screen.ts';
import { startup } from './startup.ts';
import { stream } from './stream.ts';
import { takePart } from './take-part.ts';

const benches: readonly Bench[] = [
  startup,
  latency,
  stream,
  takePart,
  longSession,
  hugeline,
  memory,
  judge,
  replay,
  ingest,
  screen,
  longPage,
  livePage,
  hugePage,
];

const USAGE = `npm run bench -- [NAME…] [--rounds N] [--json FILE] [--markdown]
  NAME         one or more of: ${benches.map(({ name }) => name).join(', ')} (default: all but ${benches.flatMap(({ name, isLong }) => (isLong ? name : [])).join(', ')})
  --rounds N   how often each wire is measured (default: 5; start-ups five times as often, the longest benches half as often)
  --json FILE  writes every figure there
  --markdown   prints the table of docs/performance.md instead of the text
`;

const options = parseOptions();
if (options) await main(options);

interface Options {
  readonly chosen: readonly Bench[];
  readonly rounds: number;
  readonly json: string | undefined;
  readonly markdown: boolean;
}

function parseOptions(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '5' },
        json: { type: 'string' },
        markdown: { type: 'boolean', default: false },
      },
    });
    const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
    if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`);
    const rounds = Number(values.rounds);
    if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds} is no positive number`);
    const chosen = benches.filter(({ name, isLong }) =>
      positionals.length === 0 ? !isLong : positionals.includes(name),
    );
    return { chosen, rounds, json: values.json, markdown: values.markdown };
  } catch (cause) {
    process.stderr.write(`${messageOf(cause)}\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main({ chosen, rounds, json, markdown }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'acptap-bench-'));
  process.on('exit', () => removeQuietly(folder));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

  const [load = 0] = loadavg();
  const machine = { node: process.version, platform: process.platform, cores: availableParallelism(), load };
  const progress = (text: string) => void process.stderr.write(`${text}\n`);
  const context = { folder, programs: compilePrograms(folder), rounds, progress };
  const outcomes: (Outcome & { readonly name: string })[] = [];
  for (const bench of chosen) {
    progress(`${bench.name}: ${bench.summary}`);
    outcomes.push({ name: bench.name, ...(await run(() => bench.run(context))) });
  }

  const figures = outcomes.flatMap((outcome) => outcome.figures ?? []);
  const about = `Node ${machine.node.slice(1)}, ${machine.cores} cores, load ${load.toFixed(1)} before, ${rounds} rounds`;
  process.stdout.write(markdown ? renderMarkdown(figures) : `${about}\n\n${renderText(figures)}`);
  for (const { name, skipped, fault, table } of outcomes) {
    if (table !== undefined) process.stdout.write(renderTable(table));
    if (skipped !== undefined) progress(`${name}: skipped, ${skipped}`);
    if (fault !== undefined) progress(`\nFAILED ${name}: ${fault}`);
  }
  process.stderr.write(renderBroken(figures));
  if (json !== undefined)
    writeFileSync(json, `${JSON.stringify({ machine, rounds, benches: outcomes }, undefined, 2)}\n`);
  process.exitCode = outcomes.some(({ fault }) => fault !== undefined) ? 1 : 0;
}

/** Runs a bench; a failure must not stop the others. */
async function run(bench: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await bench();
  } catch (cause) {
    return { fault: messageOf(cause) };
  }
}

/** Ignores errors, because a recorder may still write there after an interruption. */
function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
