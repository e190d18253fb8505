import { describe, expect, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript, renderTranscript } from '#core/wire/transcript.ts';
import { createDriver, type Drive } from '../../../proxy/replay/drive/driver.ts';
import { createRecordedClient } from '../../../proxy/replay/drive/recorded-client.ts';
import { compareDrive } from '../../../proxy/replay/drive/report.ts';
import { prepareDrive } from '../../../proxy/replay/drive/prepare.ts';
import { createAgentV2 } from '../../agents/conforming-agent-v2.ts';
import { createAgent } from '../../agents/conforming-agent.ts';
import { createClientV2 } from '../../agents/conforming-client-v2.ts';
import { createClient } from '../../agents/conforming-client.ts';
import { converse } from '../../agents/converse.ts';
import { ok, type Lines } from '../../agents/message-lines.ts';
import type { Peer } from '../../agents/peer.ts';
import { APP } from '../../agents/names.ts';
import { createClock } from './clock.ts';

/**
 * Drives a peer as the client of a recording, in the same folder. Time passes when neither side has anything to send.
 */
async function drivePeer(recorded: readonly Entry[], peer: Peer) {
  const { plan, names, folders } = prepareDrive(recorded, APP);
  const clock = createClock();
  const seen: Entry[] = [];
  const coming: string[] = [];
  const see = (from: 'client' | 'agent', bytes: Uint8Array) => {
    const entry: Entry = {
      kind: 'frame',
      from,
      bytes,
      seq: seqOf(seen.length),
      elapsed: elapsedUs(clock.now() * 1000),
    };
    seen.push(entry);
    driver.takeEntry(entry);
  };
  const say = (lines: Lines) => coming.push(...lines);
  const driver = createDriver(
    plan,
    names,
    {
      ...clock,
      write(frame) {
        see('client', frame);
        const decoded = decodeFrame(frame);
        if (decoded.kind === 'json') for (const { message } of decoded.parts) if (message) say(peer.hear(message));
      },
      answer: createRecordedClient(plan.asked, names, { permissions: 'recorded' }),
    },
    { timeout: 60_000 },
  );
  const done: { drive?: Drive } = {};
  const finish = (drive: Drive) => void (done.drive = drive);
  void driver.finished.then(finish);
  say(peer.begin());
  driver.begin();
  for (let quiet = 0; !done.drive && quiet < 1000; await Promise.resolve()) {
    const line = coming.shift();
    if (line !== undefined) {
      quiet = 0;
      for (const entry of parseTranscript(`< ${line}`)) if (entry.kind === 'frame') see('agent', entry.bytes);
    } else if (++quiet % 10 === 0) say(peer.giveUp());
    else clock.advance(100);
  }
  const { drive } = done;
  if (!drive) throw new Error('the drive has no end');
  return { seen, drive, report: compareDrive(recorded, seen, drive, { text: 'exact', folders: folders }) };
}

const sides = (entries: readonly Entry[], from: 'client' | 'agent') =>
  entries.filter((entry) => entry.kind === 'frame' && entry.from === from).map((entry) => renderTranscript([entry]));

describe.each([
  [1, createClient, createAgent],
  [2, createClientV2, createAgentV2],
] as const)('a client of version %i that keeps to the protocol', (version, client, agent) => {
  const recorded = converse({ agent: agent(), client: client() });

  test('is sent to the same agent unchanged, and the agent does the same', async () => {
    const { seen, drive, report } = await drivePeer(recorded, agent());
    expect(report).toMatchObject({ outcome: 'same', failure: null, differences: [], unsent: [] });
    expect(drive.notes).toEqual([]);
    expect(sides(seen, 'client').toSorted()).toEqual(sides(recorded, 'client').toSorted());
    expect(sides(seen, 'agent').toSorted()).toEqual(sides(recorded, 'agent').toSorted());
  });

  test('reports an agent that lists nothing', async () => {
    const { report } = await drivePeer(
      recorded,
      agent({ 'session/list': ({ id }) => [`${id} error {"code":-32603,"message":"no"}`] }),
    );
    expect(report.outcome).toBe('different');
    expect(new Set(report.differences.map(({ message }) => message))).toEqual(
      new Set(['answer to session/list: expected a result, got error -32603']),
    );
  });

  test('reports an agent that lost a capability', async () => {
    const initialized = ok('0', { protocolVersion: version, info: { name: 'a', version: '1' } });
    const { report } = await drivePeer(recorded, agent({ initialize: () => [initialized] }));
    expect(report.differences.some(({ message }) => message.startsWith('capability lost: '))).toBe(true);
  });
});
