import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Seq } from '#core/units.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import type { PlayOptions } from '../../proxy/replay/model/play-options.ts';
import { isAgentLine, type Playbook } from '../../proxy/replay/playbook/playbook.ts';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import type { PlayerCommand } from '../../proxy/replay/player/play.ts';
import { createPlayer } from '../../proxy/replay/player/player.ts';
import { rounds, someOf } from '../support/effort.ts';

const SEEDS = rounds(4, 300);

const files = globSync('recordings/{real,examples}/**/*.acp.jsonl').toSorted();

/** A frame of the recorded client, and the agent's frames since its last one. */
interface Move {
  readonly bytes: Uint8Array;
  readonly after: readonly Seq[];
}

/**
 * The moves of a recorded client: it sends each frame when it has received what the recorded client had. The last move
 * is to close.
 */
function movesOf(entries: readonly Entry[]): readonly Move[] {
  const moves: Move[] = [];
  let after: Seq[] = [];
  for (const entry of entries.filter((one): one is FrameEntry => one.kind === 'frame'))
    if (entry.from === 'agent') after.push(entry.seq);
    else {
      moves.push({ bytes: entry.bytes, after });
      after = [];
    }
  return [...moves, { bytes: new Uint8Array(), after }];
}

/** Replays to that client, which waits and cuts its bytes as `random` decides. Returns the frames it received. */
function replay(
  playbook: Playbook,
  moves: readonly Move[],
  random: (most: number) => number,
  options: Partial<PlayOptions>,
) {
  const player = createPlayer(playbook, { timeout: undefined, ...options });
  const splitter = createFrameSplitter();
  const got: Extract<PlayerCommand, { kind: 'send' }>[] = [];
  const seqs = new Set<Seq | null>();
  let now = 0;

  const perform = (commands: readonly PlayerCommand[]) => {
    for (const command of commands)
      if (command.kind === 'send') {
        got.push(command);
        seqs.add(command.seq);
      }
  };
  const pass = (until: number) => {
    for (let next = player.next(); next !== undefined && next <= until; next = player.next()) {
      now = Math.max(now, next);
      perform(player.advance(now));
    }
    now = until;
  };
  const waitFor = (seq: Seq) => {
    while (!seqs.has(seq)) {
      const next = player.next();
      if (next === undefined) throw new Error(`the agent does not send entry ${seq}`);
      pass(Math.max(now, next));
    }
  };

  perform(player.start(now));
  for (const { bytes, after } of moves) {
    after.forEach(waitFor);
    for (let start = 0; start < bytes.length;) {
      pass(now + random(40));
      const end = Math.min(bytes.length, start + 1 + random(random(3) === 0 ? 30 : 3 * bytes.length));
      for (const frame of splitter.push(bytes.subarray(start, end))) perform(player.receive(frame, now));
      start = end;
    }
  }
  perform(player.close(now));
  return { got, report: player.report() };
}

/** Whole numbers from 0 to below `most`; equal seeds give equal numbers. */
function seeded(seed: number): (most: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * Math.max(1, most));
  };
}

const joined = (frames: readonly { readonly bytes: Uint8Array }[]) => Buffer.concat(frames.map(({ bytes }) => bytes));

/** The received frames, joined for each lane. */
function byLane({ lines, lanes }: Playbook, got: ReturnType<typeof replay>['got']): readonly Buffer[] {
  const laneOf = new Map(lines.filter(isAgentLine).map(({ seq, lane }) => [seq, lane]));
  const groups = Map.groupBy(got, ({ seq }) => (seq === null ? -1 : (laneOf.get(seq) ?? -1)));
  return lanes.map((_, lane) => joined(groups.get(lane) ?? []));
}

describe('a client that repeats the recorded client', () => {
  test.each(files.map((file) => [`${basename(dirname(file))}/${basename(file)}`, file]))(
    `gets the same bytes of %s, ${SEEDS} times, with any delays and any cuts of its own bytes`,
    async (_name, file) => {
      const { entries } = await loadRecordingFile(file);
      const playbook = toPlaybook(entries);
      const client = movesOf(entries);
      const recorded = playbook.lanes.map(joined);
      const first = replay(playbook, client, () => 0, {});
      const whole = joined(first.got);
      expect(byLane(playbook, first.got)).toEqual(recorded);
      const { outcome, notes } = first.report;
      const unanswered = playbook.client.filter(
        ({ message, answer }) => message?.kind === 'request' && answer === undefined,
      );
      expect(notes.map((note) => note.replaceAll(/\D/g, ''))).toEqual(unanswered.map(({ seq }) => String(seq)));
      expect(first.report).toMatchObject({
        outcome: unanswered.length === 0 ? 'complete' : 'incomplete',
        unused: [],
        played: playbook.lanes.flat().length,
      });

      const different: number[] = [];
      for (let seed = 1; seed <= SEEDS; seed++) {
        const random = seeded(seed);
        const { got, report } = replay(playbook, client, random, {});
        if (report.outcome !== outcome || !joined(got).equals(whole)) different.push(seed);
      }
      expect(different).toEqual([]);
    },
  );

  test.each(someOf(files, 3).map((file) => [`${basename(dirname(file))}/${basename(file)}`, file]))(
    'gets the same frames of each session of %s at any pace',
    async (_name, file) => {
      const { entries } = await loadRecordingFile(file);
      const playbook = toPlaybook(entries);
      const client = movesOf(entries);
      const recorded = playbook.lanes.map(joined);
      const paces: readonly Partial<PlayOptions>[] = [
        { speed: 'recorded' },
        { speed: 7, maxGap: 50 },
        { settleAfterNew: 100 },
        { speed: 'recorded', settleAfterNew: 300 },
      ];
      for (const [index, pace] of paces.entries()) {
        const { got, report } = replay(playbook, client, seeded(index), pace);
        expect(byLane(playbook, got)).toEqual(recorded);
        expect(report).toMatchObject({ unused: [], divergences: [], played: playbook.lanes.flat().length });
      }
    },
  );
});
