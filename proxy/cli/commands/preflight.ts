import { AcptapError } from '#core/errors.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { createTrace } from '#core/trace/trace.ts';
import { signalGroup } from '../../shim/process-identity.ts';
import type { Recorder } from '../../shim/start-recorder.ts';
import { print } from '../output/output.ts';
import { checksOf } from '../preflight/checks.ts';
import { converse, type Conversation } from '../preflight/converse.ts';
import { toExcerptRows } from '../preflight/excerpt-rows.ts';
import { renderPreflight, renderPreflightJson } from '../render/preflight.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { startAgentWarden } from '../warden.ts';

export interface PreflightOptions {
  /** Milliseconds for each answer. */
  readonly timeout?: number;
  readonly json?: boolean;
}

const TIMEOUT_MS = 30_000;

/**
 * `check --preflight -- COMMAND…`: would the ACP registry accept this agent? Starts it, opens a session, ends it, and
 * checks the conversation by all rules. Exit code 0 if nothing failed, else 1.
 * @throws {AcptapError} `usage` without a command.
 */
export async function preflight(
  words: readonly string[],
  { timeout = TIMEOUT_MS, json = false }: PreflightOptions,
): Promise<0 | 1> {
  const [program, ...args] = words;
  if (!program) throw new AcptapError('usage', 'no agent command: acptap check --preflight -- COMMAND [ARGUMENTS…]');
  const command = [program, ...args] as const;
  const seen = await inTemporaryFolder('preflight', async (cwd, onSignal) => {
    let warden: Recorder | undefined;
    const conversation = await converse(command, {
      timeoutMs: timeout,
      cwd,
      ward({ identity }) {
        if (!identity) return;
        warden = startAgentWarden(identity);
        onSignal(() => signalGroup(identity, 'SIGTERM'));
      },
    });
    warden?.finish(true); // no process is left
    return conversation;
  });
  const summary = summarise(command, seen);
  const judgement = judgeRecording(seen.entries, catalogue, endOf(summary));
  const rows = toExcerptRows(seen.entries);
  const result = {
    command,
    checks: checksOf(seen, judgement.findings),
    checked: { ...judgement, ref: program, summary, rules: catalogue, row: (seq: number) => rows[seq] },
  };
  await print(json ? renderPreflightJson(result) : renderPreflight(result));
  return result.checks.some(({ status }) => status === 'failed') ? 1 : 0;
}

/** The summary that `list` would show, had it been recorded. */
function summarise(command: readonly string[], { entries, startedAt, exit }: Conversation): RecordingSummary {
  const trace = createTrace();
  for (const entry of entries) trace.apply(entry);
  const { agent, client, protocolVersion } = trace.handshake();
  const count = (from: string) => entries.filter((entry) => entry.kind !== 'event' && entry.from === from).length;
  return {
    id: 'preflight',
    name: null,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(startedAt + Math.round((entries.at(-1)?.elapsed ?? 0) / 1000)).toISOString(),
    state: 'ended',
    command,
    cwd: process.cwd(),
    agent: agent ?? null,
    client: client ?? null,
    protocolVersion: protocolVersion ?? null,
    entries: { client: count('client'), agent: count('agent'), stderr: count('stderr') },
    findings: { error: 0, warning: 0, note: 0 },
    total: entries.length,
    exit,
    waiting: [],
    size: null,
    pinned: false,
    comments: [],
  };
}
