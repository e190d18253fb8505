import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { catalogue, RULE_SET } from '#core/rules/catalogue.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import type { Store } from '../store/store.ts';
import { refold } from './refold.ts';

/** Folds and judges the recordings of older releases again, so that lists, page and `check` agree. */
export async function rejudge(store: Store): Promise<void> {
  await refold(store);
  for (const no of store.read.judgedBefore(RULE_SET)) {
    const summary = store.read.summary(no);
    if (!summary) continue; // removed meanwhile
    store.write.rejudge(no, judgeRecording(store.read.entries(no), catalogue, endOf(summary)).findings);
    await yieldToOthers();
  }
}
