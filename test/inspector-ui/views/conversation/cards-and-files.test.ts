import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withOperations } from '#core/files/call-operations.ts';
import { createFileFold } from '#core/files/file-fold.ts';
import type { Card } from '#core/model/cards.ts';
import { toToolSteps } from '../../../../inspector-ui/views/conversation/tool-steps.ts';
import { importToMemory } from '../../../../proxy/cli/recordings/find-recording.ts';
import { storeSource } from '../../../../proxy/store/store-source.ts';
import { goldenRecordings } from '../../../../scripts/golden-text.ts';

const isCall = (card: Card) => card.kind === 'tool-call';

/** What Files and the cards say about tool calls, in order: `proposal #32 of #29`. */
async function bothOf(path: string) {
  const { store, no, summary } = await importToMemory(path);
  try {
    const source = storeSource(store, no, path);
    const fold = createFileFold();
    for (const { messages } of source.fileMessages(0)) for (const message of messages) fold.apply(message);
    const cards: Card[] = [];
    for (let from = 0; from < summary.total; from += 100)
      cards.push(...source.conversation({ session: undefined, at: { from }, count: 100 }, undefined).cards);
    const inFiles = [...fold.operations()].flatMap(({ kind, seq, call }) =>
      call && (kind === 'proposal' || kind === 'write' || kind === 'read') ? [`${kind} #${seq} of #${call.first}`] : [],
    );
    const onCards = withOperations(cards, fold, source.message)
      .filter(isCall)
      .flatMap((card) =>
        toToolSteps(card, false).flatMap((step) => {
          const isProposal = step.kind === 'proposal' || (step.kind === 'content' && step.note !== undefined);
          const kind = isProposal ? 'proposal' : step.kind === 'file' ? step.file.operation : step.kind;
          return isProposal || step.kind === 'write' || step.kind === 'file'
            ? [`${kind} #${step.seq} of #${card.first}`]
            : [];
        }),
      );
    return { inFiles: inFiles.toSorted(), onCards: onCards.toSorted() };
  } finally {
    store.close();
  }
}

const aboutFiles = goldenRecordings().filter((path) => /fs\/\w+_text_file|"diff"/.test(readFileSync(path, 'utf8')));

test(
  'the cards of tool calls have the reads, the proposals and the writes that Files has',
  { timeout: 60_000 },
  async () => {
    for (const path of aboutFiles) {
      const { inFiles, onCards } = await bothOf(path);
      expect([path, ...onCards]).toEqual([path, ...inFiles]);
    }
  },
);
