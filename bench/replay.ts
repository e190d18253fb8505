import { join } from 'node:path';
import { elapsedUs, seqOf } from '../proxy/core/units.ts';
import { encodeUtf8 } from '../proxy/core/wire/bytes.ts';
import type { Entry } from '../proxy/core/wire/entry.ts';
import { loadRecordingFile } from '../proxy/replay/playbook/read-recording.ts';
import { toPlaybook } from '../proxy/replay/playbook/to-playbook.ts';
import { createPlayer } from '../proxy/replay/player/player.ts';
import type { PlayerCommand } from '../proxy/replay/player/play.ts';
import type { Bench } from './benchmark.ts';
import { alone } from './figures.ts';
import { writeSyntheticRecording } from './synthetic-recording.ts';

const FRAMES = 200_000;
const QUESTIONS = 100_000;

export const replay: Bench = {
  name: 'replay',
  summary: '200 k frames played at once to a client that does what the recorded one did, in process',
  async run({ folder, rounds, progress }) {
    const file = join(folder, 'replayed.acp.jsonl');
    await writeSyntheticRecording(file, FRAMES);
    const { entries } = await loadRecordingFile(file);
    const questions = questionsAndAnswers(QUESTIONS);
    const tenth = questions.slice(0, questions.length / 10);
    play(tenth, '/project'); // warm-up, so that the first round runs compiled code
    const rates = { same: [] as number[], elsewhere: [] as number[] };
    const growth: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`  round ${round + 1} of ${rounds}`);
      rates.same.push(play(entries, '/project'));
      rates.elsewhere.push(play(entries, '/home/someone/project'));
      growth.push(play(tenth, '/project') / play(questions, '/project'));
    }
    return {
      figures: [
        alone('replay, frames sent at once', '/s', rates.same, { atLeast: 100_000 }),
        alone('replay, the same with every folder renamed', '/s', rates.elsewhere),
        alone('replay, an answer among 100 k ÷ among 10 k', '×', growth),
      ],
    };
  },
};

/** Recorded frames among the commands. The recording ends in a turn, whose prompt the replay answers with an error. */
const framesIn = (commands: readonly PlayerCommand[]): number =>
  commands.filter((command) => command.kind === 'send' && command.seq !== null).length;

/** The agent's frames a second. The playbook is made before the clock starts. */
function play(entries: readonly Entry[], cwd: string): number {
  const playbook = toPlaybook(entries);
  const client = entries.flatMap((entry) => (entry.kind === 'frame' && entry.from === 'client' ? [entry.bytes] : []));
  const frames = client.map((bytes, index) => (index === 1 ? inFolder(bytes, cwd) : bytes));
  const began = performance.now();
  const player = createPlayer(playbook, { timeout: undefined });
  let sent = framesIn(player.start(0));
  for (const frame of frames) {
    sent += framesIn(player.receive(frame, 0));
    player.next(); // as the caller of a player does after each message
  }
  const ms = performance.now() - began;
  const { divergences, played } = player.report();
  const wanted = entries.length - client.length;
  if (divergences.length > 0 || played !== wanted || sent !== wanted)
    throw new Error(
      `${played} of ${wanted} frames were played, ${sent} sent: ${divergences[0]?.message ?? 'no difference'}`,
    );
  return (wanted / ms) * 1000;
}

/** The second message of the recording is `session/new`. */
const inFolder = (bytes: Uint8Array, cwd: string): Uint8Array =>
  encodeUtf8(Buffer.from(bytes).toString().replace('"/project"', JSON.stringify(cwd)));

/** A session with many requests of the agent. */
function questionsAndAnswers(count: number): readonly Entry[] {
  const entries: Entry[] = [];
  const say = (from: 'client' | 'agent', message: object) => {
    const [seq, at] = [seqOf(entries.length), elapsedUs(entries.length)];
    const bytes = encodeUtf8(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    entries.push({ kind: 'frame', seq, elapsed: at, from, bytes });
  };
  for (let id = 0; id < count; id += 1) {
    say('agent', { id, method: 'fs/read_text_file', params: { sessionId: 's', path: '/project/a' } });
    say('client', { id, result: { content: 'text' } });
  }
  return entries;
}
