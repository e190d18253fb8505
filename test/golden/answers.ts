import { readFileSync } from 'node:fs';
import type { Steps } from '#core/model/compare.ts';
import { encodeEntry } from '#core/recording/encode.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import { readRecordingSync } from '#core/recording/read.ts';
import { receivedOf, seenByClient } from '#core/wire/crossings.ts';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { answersAbout, stepsOf } from '../core/changed/answers-about.ts';
import { DEFAULTS } from '../fuzz/bytes-targets.ts';
import { digest } from '../support/changed-lines.ts';
import { LEFT_OUT } from '../support/effort.ts';

/** The file with the expected answers. `npm run golden` writes it. */
export const GOLDEN_ANSWERS = 'test/golden/answers.txt';

const HEADING = `# The answers about every third golden recording, compared with its predecessor: a digest for each kind of answer.
`;

/** The answers, as text, about each `step`th of these recordings. */
export async function renderGoldenAnswers(step = 1): Promise<string> {
  const lines: string[] = [];
  let before: Steps | undefined;
  for (const [no, path] of goldenRecordings()
    .filter((_, index) => index % 3 === 0)
    .entries()) {
    const file = readRecordingSync([new Uint8Array(readFileSync(path))], DEFAULTS, () => {});
    const entries = [...file.entries].map(({ entry }) => entry);
    if (no % step !== 0) {
      if (no % step === step - 1) before = await stepsOf(file.header, entries);
      lines.push(`${path}\n  ${LEFT_OUT}\n`);
      continue;
    }
    const [answers, steps] = await answersAbout(file.header, entries, before);
    before = steps;
    const redactor = createRedactor(file.header);
    for (const entry of entries) redactor.learn(entry);
    const redacted = [redactor.header(file.header), ...entries.map((entry) => encodeEntry(redactor.entry(entry)))];
    const received = [...receivedOf(entries)].map(encodeEntry);
    const seen = [...seenByClient(entries)].map(encodeEntry);
    const words = Object.entries({ ...answers, redacted, received, seen }).map(
      (each) => `${each[0]} ${digest(each[1])}`,
    );
    lines.push(`${path}\n  ${words.join(', ')}\n`);
  }
  return `${HEADING}\n${lines.join('')}`;
}
