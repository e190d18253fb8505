import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../../proxy/replay/as-agent.ts';
import { createDriver } from '../../../proxy/replay/drive/driver.ts';
import { createRecordedClient } from '../../../proxy/replay/drive/recorded-client.ts';
import { compareDrive } from '../../../proxy/replay/drive/report.ts';
import { prepareDrive } from '../../../proxy/replay/drive/prepare.ts';
import { loadRecordingFile } from '../../../proxy/replay/playbook/read-recording.ts';
import { TURN } from '../recorded-turn.ts';
import { HERE } from './play.ts';
import { someOf } from '../../support/effort.ts';

/**
 * A clock that counts a tenth of a second per turn of the event loop, so that a slow machine does not make the agent
 * late. `stop` ends it.
 */
function createTurnClock() {
  let turns = 0;
  const waiting = new Set<{ readonly due: number; readonly expired: () => void }>();
  const ticking = setInterval(() => {
    turns += 1;
    for (const each of waiting) if (each.due <= turns && waiting.delete(each)) each.expired();
  }, 1);
  return {
    now: () => turns * 100,
    after(ms: number, expired: () => void) {
      const each = { due: turns + ms / 100, expired };
      waiting.add(each);
      return () => void waiting.delete(each);
    },
    stop: () => clearInterval(ticking),
  };
}

/** Drives the replayed agent of `other` as the client of `recorded`. */
async function driveReplay(recorded: readonly Entry[], other: readonly Entry[]) {
  const { plan, names, folders } = prepareDrive(recorded, HERE);
  const agent = replayAgent(other, { timeout: undefined });
  const writer = agent.writable.getWriter();
  const clock = createTurnClock();
  const seen: Entry[] = [];
  const see = (from: 'client' | 'agent', bytes: Uint8Array) => {
    const entry: Entry = {
      kind: 'frame',
      from,
      bytes,
      seq: seqOf(seen.length),
      elapsed: elapsedUs(Math.round(clock.now() * 1000)),
    };
    seen.push(entry);
    driver.takeEntry(entry);
  };
  const driver = createDriver(
    plan,
    names,
    {
      now: clock.now,
      after: clock.after,
      write(frame) {
        see('client', frame);
        void writer.write(frame).catch(() => {}); // the replay may have ended
      },
      answer: createRecordedClient(plan.asked, names, { permissions: 'recorded' }),
    },
    { timeout: 200_000 },
  );
  const reading = (async () => {
    const splitter = createFrameSplitter();
    for await (const chunk of agent.readable) for (const frame of splitter.push(chunk)) see('agent', frame);
    driver.agentEnded('closed its end');
  })();
  driver.begin();
  const drive = await driver.finished;
  await writer.close().catch(() => {});
  await reading;
  clock.stop();
  return { ...compareDrive(recorded, seen, drive, { text: 'exact', folders: folders }), replay: await agent.ended };
}

const FILES = someOf(globSync('recordings/{real,examples}/**/*.acp.jsonl').toSorted(), 5);

describe('an agent that repeats the recording', () => {
  test('has recordings to be tested with', () => {
    expect(FILES.length).toBeGreaterThan(10);
  });

  test.each(FILES)('gets the outcome "same": %s', async (file) => {
    const { entries } = await loadRecordingFile(file);
    const { outcome, failure, differences, unsent, replay } = await driveReplay(entries, entries);
    expect({ outcome, failure, differences, unsent }).toEqual({
      outcome: 'same',
      failure: null,
      differences: [],
      unsent: [],
    });
    expect(replay.divergences).toEqual([]);
  });
});

test('every difference of another agent is reported', async () => {
  const changed = TURN.replace('"allow","name":"A","kind":"allow_once"', '"allow","name":"A","kind":"allow_always"')
    .replace('"end_turn"', '"refusal"')
    .replace('"authMethods":[]', '"authMethods":[{"id":"key","name":"Key"}]')
    .replace('ünï', 'other');
  const { outcome, differences } = await driveReplay(parseTranscript(TURN), parseTranscript(changed));
  expect(outcome).toBe('different');
  expect(differences.map(({ message }) => message)).toEqual([
    'authentication method gained: key',
    'stop reason: expected end_turn, got refusal',
    'permission request 1: expected a tool call without a kind and a title [allow_once reject_once], got a tool call without a kind and a title [allow_always reject_once]',
    'text: expected "ünï", got "other"',
  ]);
});
