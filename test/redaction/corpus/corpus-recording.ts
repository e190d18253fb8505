import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { fileText, header } from '../../support/recording-file.ts';
import { plain, readCorpus } from './corpus.ts';
import { entriesWith } from './redacted-texts.ts';

/**
 * A recording file that holds the texts of a file of the corpus, each in a turn of its own; with `step` 5 every fifth
 * of them.
 */
export function corpusRecording(name: 'secrets' | 'harmless', step = 1): string {
  const texts = readCorpus(name, 1).map(({ marked }) => plain(marked));
  const entries = texts
    .filter((text, at) => at % step === 0 && !text.startsWith('{"acptap"'))
    .flatMap((text, at) => [prompt(at), ...entriesWith(text).flat()]);
  return fileText(
    entries.map((entry, seq) => ({ ...entry, seq: seqOf(seq) })),
    header({ cwd: '/home/user/app' }),
  );
}

const prompt = (id: number): Entry => ({
  kind: 'frame',
  seq: seqOf(0),
  elapsed: elapsedUs(0),
  from: 'client',
  bytes: encodeUtf8(
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'session/prompt', params: { sessionId: 's', prompt: [] } })}\n`,
  ),
});
