import { readFileSync } from 'node:fs';
import { renderTranscript } from '#core/wire/transcript.ts';
import { readRecordingSync } from '#core/recording/read.ts';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { DEFAULTS } from '../fuzz/bytes-targets.ts';
import { digest } from '../support/changed-lines.ts';
import { LEFT_OUT } from '../support/effort.ts';
import { changedReplays } from './changed-clients.ts';
import { changedDrives } from './drive/changed-agents.ts';

/** The file with the expected digests. `npm run golden` writes it. */
export const GOLDEN_REPLAYS = 'test/replay/golden-replays.txt';

const HEADING = `# Every third golden recording, without those of interventions, replayed to clients and driven against agents that say a
# line otherwise: digests of what changed-clients.txt and changed-agents.txt show for two conversations.
`;

/** The replays and drives of golden recordings, as text. Of these recordings, each `step`th is taken. */
export async function renderGoldenReplays(step = 1): Promise<string> {
  const lines: string[] = [];
  const recordings = goldenRecordings().filter((path) => !path.includes('interventions'));
  for (const [no, path] of recordings.filter((_, index) => index % 3 === 1).entries()) {
    if (no % step !== 0) {
      lines.push(`${path}: ${LEFT_OUT}\n`);
      continue;
    }
    const { entries } = readRecordingSync([new Uint8Array(readFileSync(path))], DEFAULTS, () => {});
    const transcript = [...entries].map(({ entry }) => `@${entry.elapsed} ${renderTranscript([entry])}`).join('\n');
    const replays = digest(changedReplays(transcript, 5));
    const drives = digest(await changedDrives(transcript, 31));
    lines.push(`${path}: replays ${replays}, drives ${drives}\n`);
  }
  return `${HEADING}\n${lines.join('')}`;
}
