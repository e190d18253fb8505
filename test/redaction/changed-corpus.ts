import { createRedactor } from '#core/redaction/redact.ts';
import { secretsIn } from '#core/redaction/secrets.ts';
import { encodeEntry } from '#core/recording/encode.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { digest } from '../support/changed-lines.ts';
import { readChanged } from '../support/changed-texts.ts';
import { LEFT_OUT } from '../support/effort.ts';
import { header } from '../support/recording-file.ts';
import { plain, readCorpus } from './corpus/corpus.ts';

/** The file with the expected results. `npm run golden` writes it. */
export const CHANGED_CORPUS = 'test/redaction/changed-corpus.txt';

const HEADING = `# What is found in the texts of the corpus after a change of one character, and what becomes of every third one in
# pieces. By kind, a digest for each text.
`;

/** A recording in which the agent writes a text in three pieces, a second session writes too, and the client asks something. */
const inPieces = (text: string) => {
  const third = Math.ceil(text.length / 3);
  const [first = '', ...others] = [0, 1, 2].map((no) => text.slice(no * third, (no + 1) * third));
  return parseTranscript(
    [
      chunk(first),
      ...others.flatMap((piece, no) => [chunk(no === 0 ? 'Meanwhile' : text, 'other'), chunk(piece)]),
      `> 1 session/prompt ${JSON.stringify({ sessionId: 's', prompt: [{ type: 'text', text: text.slice(-third) }] })}`,
      ...text.split(/\r?\n/).map((line) => `! ${line.replaceAll('\\', '\\\\')}`),
    ].join('\n'),
  );
};

const chunk = (text: string, sessionId = 's') =>
  `< session/update ${JSON.stringify({ sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } })}`;

function redactedPieces(text: string): unknown {
  const of = header({ cwd: '/home/bob/app' });
  const redactor = createRedactor(of);
  const entries = inPieces(text);
  for (const entry of entries) redactor.learn(entry);
  const masked: unknown[] = [redactor.header(of)];
  for (const entry of entries) masked.push(encodeEntry(redactor.entry(entry, (...told) => masked.push(told))));
  return masked;
}

/** The results for the whole corpus, as text; with `step` 3 those for the first third of each kind. */
export function renderChangedCorpus(step = 1): string {
  const texts = (['secrets', 'harmless'] as const).flatMap((name) =>
    readCorpus(name, 1).map(({ title, marked }, no) => ({
      kind: `${name}, ${title.split(' | ')[1] ?? ''}`,
      text: plain(marked),
      isInPieces: no % 3 === 0,
    })),
  );
  const kinds = Map.groupBy(texts, ({ kind }) => kind);
  const lines = Array.from(kinds, ([kind, all]) => {
    const made = all.slice(0, Math.ceil(all.length / step));
    const results = made.map(({ text, isInPieces }) =>
      digest([readChanged(text, (changed) => secretsIn(changed), 8), isInPieces ? redactedPieces(text) : null]),
    );
    return `${kind}: ${[...results, ...(made.length < all.length ? [LEFT_OUT] : [])].join(' ')}\n`;
  });
  return `${HEADING}\n${lines.join('')}`;
}
