import { setImmediate as turn } from 'node:timers/promises';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts } from '#core/intervene/frame-facts.ts';
import { createHolds } from '#core/intervene/holds.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { elapsedUs } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import type { DeliveryRecord } from '../../proxy/shim/spool-format.ts';
import { createDirection, type Direction } from '../../proxy/intervene/direction.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { noSpool, type Spool } from '../../proxy/shim/spool.ts';
import { pipeReceiver } from '../../proxy/shim/stdio.ts';
import { waitFor } from '../support/wait-for.ts';

const MIB = 1024 * 1024;

/** A direction from an agent to a client that reads when `sink` flows. */
function directionUnder(...faults: readonly string[]) {
  const [source, sink] = [new PassThrough(), new PassThrough()];
  const decider = createDecider(
    faults.map((text) => readFault(text, compileRegex)),
    1,
    compileRegex,
  );
  const factsOf = createFrameFacts(() => true);
  const deliveries: DeliveryRecord[] = [];
  const spool: Spool = { ...noSpool, delivery: (record) => void deliveries.push(record) };
  const direction: Direction = createDirection('agent', source, pipeReceiver(sink), {
    spool,
    planFor: (frame) => (frame.cut ? undefined : decider.decide(factsOf(frame, elapsedUs(0)))),
    muteOf: () => decider.muteOf('agent'),
    isIdle: () => faults.length === 0,
    answer() {},
    end: ({ action, why }) => action.kind === 'close' && direction.close(why),
    ended() {},
    now: () => performance.now(),
  });
  const read: Buffer[] = [];
  const flow = () => sink.on('data', (chunk: Buffer) => read.push(chunk));
  return { source, sink, direction, deliveries, flow, text: () => String(Buffer.concat(read)) };
}

const inject = (text: string) => ({ bytes: encodeUtf8(text), why: [{ kind: 'inject' }] });

describe('a frame that is too large to be read', () => {
  test('is not torn by a line of acptap', async () => {
    const { source, direction, flow, text } = directionUnder('drop where method:_never');
    flow();
    const half = Buffer.alloc(40 * MIB, 'x');
    source.write(half);
    source.write(half);
    await turn();
    direction.inject(inject('injected\n'));
    source.end('end\nnext\n');
    await direction.forwarding.done;
    expect(text().slice(80 * MIB)).toBe('end\ninjected\nnext\n');
  });

  test('is dropped by mute, as is a rest without a line end', async () => {
    for (const rest of ['rest', 'x'.repeat(65 * MIB)]) {
      const { source, direction, deliveries, flow, text } = directionUnder('mute');
      flow();
      source.write('first\n');
      source.end(rest);
      await direction.forwarding.done;
      expect(text()).toBe('first\n');
      expect(deliveries.at(-1)).toMatchObject({ from: 6, to: 6 + rest.length, dropped: true });
    }
  });
});

describe('a receiver that does not read', () => {
  test('stops the reading of frames that are delivered in slices', async () => {
    const { source, direction, flow } = directionUnder('slice 100000');
    let pulled = 0;
    const lines = Readable.from(
      (function* () {
        for (; pulled < 100; pulled++) yield `${'x'.repeat(MIB)}\n`;
      })(),
    );
    lines.pipe(source);
    for (let round = 0; round < 1000; round++) await turn();
    expect(pulled).toBeLessThan(50);
    flow();
    await direction.forwarding.done;
    expect(pulled).toBe(100);
  });

  test('does not keep the sender when a fault has closed the stream', async () => {
    const { source, direction, deliveries } = directionUnder('close stdout after 2');
    const line = `${'x'.repeat(MIB)}\n`;
    source.write(line.repeat(3));
    await waitFor('the frame after the end', () => deliveries.some(({ dropped }) => dropped));
    source.end(line.repeat(20));
    await waitFor('the end of the sender', () => source.readableEnded);
    expect(direction.forwarding.isBehind()).toBe(true);
  });
});

test('behind a large frame that waits, as many frames are read as behind a small one', async () => {
  const { source, direction, flow, text } = directionUnder('delay 1h once where size:>1M');
  flow();
  const small = `${'y'.repeat(1000)}\n`;
  const lines = Readable.from([`${'x'.repeat(17 * MIB)}\n`, ...Array.from({ length: 500 }, () => small)]);
  lines.pipe(source);
  await waitFor('the last frame', () => source.readableEnded);
  expect(text()).toBe('');
  direction.hurry();
  direction.pump();
  await direction.forwarding.done;
  expect(text()).toHaveLength(17 * MIB + 1 + 500 * 1001);
});

describe('the end of a stream', () => {
  test('by a fault comes behind a frame that is delivered in slices', async () => {
    const { source, sink, direction, flow, text } = directionUnder('slice 1 every 1ms');
    flow();
    source.write('one\ntwo\n');
    await once(sink, 'data');
    direction.close({ kind: 'close' });
    await waitFor('the end', () => sink.readableEnded);
    expect(text()).toBe('one\n');
  });

  test('does not wait for a delay after a hurry', async () => {
    const { source, direction, flow, text } = directionUnder('delay 1h', 'reorder 9 where size:<4');
    flow();
    source.end('one\ntwo\n3\n');
    await turn();
    direction.hurry();
    direction.pump();
    await direction.forwarding.done;
    expect(text().split('\n').toSorted()).toEqual(['', '3', 'one', 'two']);
  });
});

test('requests of both sides whose holds end at the same time are each refused once', async () => {
  const holds = createHolds({ timeout: 1000, onTimeout: 'refuse', alone: true, grace: 0 }, compileRegex);
  holds.addBreakpoint('kind:request');
  const factsOf = createFrameFacts(() => true);
  const side = (from: Side) => {
    const [source, sink] = [new PassThrough(), new PassThrough()];
    const read: Buffer[] = [];
    sink.on('data', (chunk: Buffer) => read.push(chunk));
    const direction: Direction = createDirection(from, source, pipeReceiver(sink), {
      spool: noSpool,
      planFor: (frame, place) => holds.consider(factsOf(frame, elapsedUs(0)), undefined, place, 0),
      muteOf: () => undefined,
      isIdle: () => false,
      answer: (injection) => sides[opposite(from)].direction.inject(injection),
      end() {},
      ended() {},
      now: () => performance.now(),
    });
    return {
      source,
      direction,
      ids: () => [...String(Buffer.concat(read)).matchAll(/"id":(\d+),"error"/g)].map(([, id]) => id),
    };
  };
  const sides = { client: side('client'), agent: side('agent') };
  sides.client.source.write('{"jsonrpc":"2.0","id":1,"method":"_one"}\n');
  sides.agent.source.write('{"jsonrpc":"2.0","id":2,"method":"_two"}\n');
  await waitFor('both holds', () => holds.heldCount() === 2);
  holds.expire(1000);
  sides.client.direction.pump();
  sides.agent.direction.pump();
  await waitFor('the error responses', () => sides.client.ids().length + sides.agent.ids().length === 2);
  expect([sides.client.ids(), sides.agent.ids()]).toEqual([['2'], ['1']]);
});
