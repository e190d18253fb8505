import { AcptapError } from '#core/errors.ts';
import type { Grade } from '#core/model/finding.ts';
import { formatBytes } from '#core/text/format-bytes.ts';
import { folderSize } from '../../recorder/folder-size.ts';
import { liveRecording, planPruning, prune as pruneRecordings, sizeOfAll } from '../../recorder/prune.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import type { Prunable } from '../../store/read/prunable.ts';
import type { Store } from '../../store/store.ts';
import { askYesOrNo } from '../output/ask-yes-or-no.ts';
import { openSettledStore } from '../recordings/find-recording.ts';
import { print, warn } from '../output/output.ts';
import { explainUnfinished } from '../recordings/remove-unfinished.ts';
import { toJsonText } from '../render/json.ts';
import { countRecordings } from '../render/list.ts';
import { KEPT_BY_PRUNING } from '../render/kept-by-pruning.ts';
import { renderPrunable } from '../render/prune.ts';

export interface PruneOptions {
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly keepFindings?: Grade;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `prune`: removes old recordings that nobody has marked. Returns the exit code: 1 if the person answered no. */
export async function prune(options: PruneOptions): Promise<0 | 1> {
  const { olderThan, maxSize, dryRun, json } = options;
  if (olderThan === undefined && maxSize === undefined)
    throw new AcptapError(
      'usage',
      'say which recordings may go: acptap prune --older-than 30d, or --max-size 2GB, or both; --dry-run shows them first',
    );
  const { spool } = dataFolder();
  const store = await openSettledStore();
  try {
    const before = folderSize(store, spool);
    const removed: Prunable[] = [];
    for (;;) {
      const size = folderSize(store, spool);
      const rules = { maxBytes: maxSize, olderThanMs: olderThan, keepGrade: options.keepFindings };
      const plan = planPruning(store.read.prunable(), rules, size, Date.now());
      const all = [...plan.tooOld, ...plan.tooMuch];
      if (dryRun) {
        await print(json ? toJson(all, { dryRun, freed: sizeOfAll(all), ...size }) : renderDryRun(all));
        return 0;
      }
      if (all.length === 0) break;
      requireQuiet(store, spool);
      if (!json) await print(renderPrunable(all, process.stdout.columns));
      if (
        !options.yes &&
        !(await askYesOrNo(`Remove ${countRecordings(all.length)}, about ${formatBytes(sizeOfAll(all))}?`))
      ) {
        warn('nothing was removed');
        return 1;
      }
      const gone = await removeOrExplain(store, () => pruneRecordings(store, spool, plan, maxSize));
      removed.push(...gone);
      if (gone.length < all.length) requireQuiet(store, spool, removed.length);
      if (gone.length === 0) break;
    }
    const after = folderSize(store, spool);
    const freed = Math.max(0, before.used - after.used);
    await print(json ? toJson(removed, { freed, ...after }) : renderResult(removed, { freed, ...after }));
    if (maxSize !== undefined && after.used > maxSize) warn(stillTooLarge(after, maxSize));
    return 0;
  } finally {
    store.close();
  }
}

/** @throws {AcptapError} `usage` while something is recorded. */
function requireQuiet(store: Store, spool: string, removed = 0): void {
  const live = liveRecording(store, spool);
  const sofar = removed > 0 ? `; ${countRecordings(removed)} removed before that` : '';
  if (live !== undefined)
    throw new AcptapError(
      'usage',
      `${live} is being recorded, imported or removed${sofar}: prune when that has ended, so that no agent waits for the disk; --dry-run works meanwhile`,
    );
}

async function removeOrExplain<Result>(store: Store, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw explainUnfinished(cause, store, 'the recordings are still complete');
  }
}

const NOTHING = `Nothing may be removed: everything is newer than asked for, ${KEPT_BY_PRUNING}, or kept for its findings.\n`;

const renderDryRun = (all: readonly Prunable[]): string =>
  all.length === 0
    ? NOTHING
    : `${renderPrunable(all, process.stdout.columns)}${countRecordings(all.length)} would go, about ${formatBytes(sizeOfAll(all))}. Nothing was removed.\n`;

interface PruneResult {
  readonly freed: number;
  readonly used: number;
  readonly free: number;
}

function renderResult(removed: readonly Prunable[], { freed, used, free }: PruneResult): string {
  if (removed.length === 0) return NOTHING;
  const rest =
    free > 0
      ? ` The database keeps ${formatBytes(free)} for new recordings; acptap vacuum gives it back to the disk.`
      : '';
  return `${countRecordings(removed.length)} removed, ${formatBytes(freed)} freed; ${formatBytes(used)} are used now.${rest}\n`;
}

function stillTooLarge({ used, spools }: { readonly used: number; readonly spools: number }, maxSize: number): string {
  const why =
    spools > maxSize
      ? 'the spool folder alone has more, in damaged files: see acptap list'
      : `the remaining recordings are ${KEPT_BY_PRUNING}, or kept for their findings`;
  return `${formatBytes(used)} is still more than ${formatBytes(maxSize)}: ${why}`;
}

const toJson = (
  recordings: readonly Prunable[],
  { dryRun = false, freed, used, free }: PruneResult & { readonly dryRun?: boolean },
): string =>
  `${toJsonText({
    dryRun,
    recordings: recordings.map(({ id, name, startedAt, size, findings }) => ({
      id,
      name,
      startedAt: new Date(startedAt).toISOString(),
      size,
      findings,
    })),
    freed,
    used,
    free,
  })}\n`;
