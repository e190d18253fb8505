import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToOthers, setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds, someOf } from '../support/effort.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { lines } from '../support/peers/lines.mjs';
import { peer, startShim, type Running } from '../support/processes.ts';
import { rawBytes } from '../support/recorded.ts';
import { waitFor } from '../support/wait-for.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** One connection: the writes of each side. */
interface Case {
  readonly client: readonly Uint8Array[];
  readonly agent: readonly { readonly stream: 1 | 2; readonly chunk: Uint8Array }[];
}

const text = (value: string) => new TextEncoder().encode(value);

/** Bytes that break proxies which decode, split or trim, among plain bytes. */
const piece = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom(
    text('\n'),
    text('\r\n'),
    text('\r'),
    text('\0'),
    text('\u{feff}'),
    text('\u{2028}'),
    text('{"jsonrpc":"2.0","id":1,"method":"_a"}\n'),
    text('{ "jsonrpc": "2.0", "id": 12345678901234567890, "id": 1.0e2, "method": "_b" }\n'),
    text('[{"jsonrpc":"2.0","method":"_a"},1]\n'),
    text('{"jsonrpc":"2.0","method":"_cut'),
    text('\u{1f600}').subarray(0, 2), // half a character
    text('\u{1f600}').subarray(2),
    Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x0a),
    text('x'.repeat(20_000)), // larger than a copy of the spool
    text('y'.repeat(100_000)), // larger than a pipe
  ),
);

const chunks = fc.array(piece, { maxLength: 12 });

const connection: fc.Arbitrary<Case> = fc.record({
  client: chunks,
  agent: fc.array(fc.record({ stream: fc.constantFrom(1 as const, 2 as const), chunk: piece }), { maxLength: 16 }),
});

/** Runs one connection through acptap. Returns the input, the output and the recorded bytes of each stream. */
async function carry({ client, agent }: Case) {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const plan = join(folder, 'plan');
  const copy = join(folder, 'copy');
  writeFileSync(
    plan,
    JSON.stringify(agent.map(({ stream, chunk }) => [stream, Buffer.from(chunk).toString('base64')])),
  );
  const shim = startShim(peer('streams', plan, copy), { home });
  const stderr: Buffer[] = [];
  shim.child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  for (const chunk of client) {
    shim.child.stdin.write(chunk);
    await yieldToOthers();
  }
  shim.child.stdin.end();
  await shim.closed;
  const of = (wanted: 1 | 2) =>
    Buffer.concat(agent.filter(({ stream }) => stream === wanted).map(({ chunk }) => chunk));
  const [fromClient, fromAgent, fromStderr] = await Promise.all(
    (['client', 'agent', 'stderr'] as const).map((from) => rawBytes(home, from)),
  );
  return {
    written: [Buffer.concat(client), of(1), of(2)].map(sha256),
    arrived: [readFileSync(copy), shim.stdout(), Buffer.concat(stderr)].map(sha256),
    recorded: [fromClient, fromAgent, fromStderr].map((bytes) => sha256(bytes ?? Buffer.of())),
  };
}

describe('whatever the bytes and however they are cut,', () => {
  test('all three streams arrive and are recorded as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(connection, { minLength: 2, maxLength: 2 }), async (connections) => {
        for (const { written, arrived, recorded } of await Promise.all(connections.map(carry))) {
          expect(arrived).toEqual(written);
          expect(recorded).toEqual(written);
        }
      }),
      { numRuns: rounds(1, 200), endOnFailure: true },
    );
  }, 600_000);

  const agent = (chunk: Uint8Array) => [1 as const, 2 as const].map((stream) => ({ stream, chunk }));

  const CLIENTS: readonly (readonly [string, readonly Uint8Array[]])[] = [
    ['nothing at all', []],
    [
      'a line in pieces of one byte, one of a megabyte, and a last one without its end',
      [
        ...[...text('{"jsonrpc":"2.0","method":"é"}\r\n')].map((byte) => Uint8Array.of(byte)),
        text(`"${'z'.repeat(1_000_000)}"\n`),
        text('{"jsonrpc":"2.0","method":"_a"}\n{"jsonrpc":"2.0","met'),
      ],
    ],
  ];

  // In the gate lifecycle.test.ts has sides that write next to nothing.
  test.each(someOf(CLIENTS, 2, 1))('%s: all arrives and is recorded as it was written', async (_what, client) => {
    const { written, arrived, recorded } = await carry({ client, agent: client.flatMap(agent) });
    expect(arrived).toEqual(written);
    expect(recorded).toEqual(written);
  });
});

describe('an agent that writes megabytes and ends in the same instant', () => {
  const SIZE = rounds(600_000, 5_000_000); // more than pipes and streams hold

  const ways: readonly (readonly [string, (client: Running) => void])[] = [
    ['quickly', () => {}],
    [
      'slowly',
      ({ child: { stdout } }) =>
        stdout.on('data', () => {
          stdout.pause();
          void pause(5).then(() => stdout.resume());
        }),
    ],
    [
      'late',
      ({ child: { stdout } }) => {
        stdout.pause();
        void pause(1000).then(() => stdout.resume());
      },
    ],
  ];

  test.each(someOf(ways, 3, 2))('loses none of them when the client reads %s', async (_how, read) => {
    const home = temporaryFolder();
    const client = startShim(peer('burst', String(SIZE), '3'), { home });
    read(client);
    expect(await client.closed).toEqual({ code: 3, signal: null });
    expect([client.stdout().length, sha256(client.stdout())]).toEqual([SIZE, sha256(lines(SIZE))]);
    expect(sha256(await rawBytes(home, 'agent'))).toBe(sha256(lines(SIZE)));
  });
});

describe('a side that does not read blocks the other side, without reading ahead:', () => {
  const SIZE = rounds(6_000_000, 20_000_000);
  /** A generous limit for the buffers of pipes and streams. */
  const HELD = 4_000_000;

  const spooled = (home: string) =>
    spoolNames(home).reduce((sum, name) => sum + statSync(join(home, 'spool', name)).size, 0);

  /** The size of the spool once it has stood still for a second. */
  const settledSize = (home: string) =>
    waitFor('the spool to stand still', async () => {
      const before = spooled(home);
      await pause(1000);
      return before > 0 && spooled(home) === before ? before : undefined;
    });

  test('the client the agent', async () => {
    const home = temporaryFolder();
    const client = startShim(peer('burst', String(SIZE), '0'), { home });
    client.child.stdout.pause();
    expect(await settledSize(home)).toBeLessThan(HELD);
    client.child.stdout.resume();
    await client.closed;
    expect(sha256(client.stdout())).toBe(sha256(lines(SIZE)));
  });

  test('the agent the client', async () => {
    const home = temporaryFolder();
    const client = startShim(['sleep', '300'], { home });
    client.child.stdin.write(lines(SIZE));
    expect(await settledSize(home)).toBeLessThan(HELD);
    client.child.kill('SIGTERM');
    expect(await client.exited).toEqual({ code: null, signal: 'SIGTERM' });
  });
});
