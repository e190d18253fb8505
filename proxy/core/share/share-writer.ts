import type { ShareForm } from '#core/contract/share.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';
import { shareFixture, shareTest } from './share-canonical.ts';
import { shareFrames, shareJson } from './share-frames.ts';
import { shareIssue } from './share-issue.ts';
import { shareForModels } from './share-for-models.ts';
import { shareMermaid } from './share-mermaid.ts';
import { shareRecording } from './share-recording.ts';
import { shareReplay } from './share-replay.ts';
import { shareRepro } from './share-repro.ts';

/** Creates the writer of a form. Pure: the caller reads, redacts, and lets other work run. */
export function createShareWriter(form: ShareForm, context: ShareContext): ShareWriter {
  return makers[form](context);
}

const makers: { readonly [form in ShareForm]: (context: ShareContext) => ShareWriter } = {
  frame: shareFrames,
  json: shareJson,
  jsonl: shareRecording,
  mermaid: shareMermaid,
  repro: shareRepro,
  replay: shareReplay,
  markdown: shareIssue,
  llm: shareForModels,
  fixture: shareFixture,
  test: shareTest,
};
