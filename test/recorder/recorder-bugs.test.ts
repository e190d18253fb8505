import { describe, expect, onTestFinished, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { defineRule } from '#core/rules/engine/rule.ts';
import { epochMs } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { createIngester } from '../../proxy/recorder/ingest.ts';
import type { SpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { SPOOL_FORMAT, type SpoolRecord } from '../../proxy/shim/spool-format.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';

function openTestStore(): Store {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  return store;
}

/** The spool of an agent that wrote these lines and ended. */
function spoolOf(lines: readonly string[]): SpoolReader {
  const said = { tag: 'a' as const, bytes: Buffer.from(`${lines.join('\n')}\n`) };
  const exit = { tag: 'e' as const, bytes: Buffer.from('{"event":"exit","code":0,"signal":null}') };
  let left: SpoolRecord[] = [said, exit].map((record, index) => ({ ...record, elapsedUs: index, end: index + 1 }));
  return {
    header: {
      'acptap-spool': SPOOL_FORMAT,
      id: 'r',
      command: ['agent'],
      cwd: '/',
      startedAt: 1,
      acptap: '',
      node: '',
      shim: { pid: 2 ** 22 + 1, started: 'long ago' },
    },
    start: 0,
    next: () => left.splice(0),
    behind: () => left.length,
    size: () => 2,
    owner: undefined,
    isReplaced: () => false,
    close: () => {
      left = [];
    },
  };
}

function ingest(store: Store, lines: readonly string[], fold?: ReturnType<typeof createFold>): number {
  const ingester = createIngester(store, spoolOf(lines), fold);
  while (ingester.advance() !== 'ended');
  return ingester.no;
}

const textOf = (store: Store, no: number) => Buffer.concat([...store.read.bytes(no, 'agent')]).toString();

test('a line nested too deeply for JSON.stringify is recorded, shown and judged like any other', () => {
  const store = openTestStore();
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const lines = [`{"jsonrpc":"2.0","method":"_x","params":${deep}}`, `{"jsonrpc":${deep},"method":"_x"}`];
  const no = ingest(store, lines);
  expect(textOf(store, no)).toBe(`${lines.join('\n')}\n`);
  expect(store.read.rows(no, 0, 2)).toMatchObject([{ method: '_x' }, { method: '_x' }]);
  expect(store.read.findings(no).map(({ rule, seq }) => `${seq} ${rule}`)).toContain('1 jsonrpc/version-is-2-0');
});

describe('a bug of acptap at one entry', () => {
  const failing = defineRule({
    id: 'framing/fails',
    grade: 'error',
    binds: 'sender',
    versions: [1, 2],
    requires: '',
    source: '',
    peers: '',
    start: () => ({
      frame({ seq, from }, _decoded, verdict) {
        if (seq === 1) throw new RangeError('Maximum call stack size exceeded');
        if (seq === 2) verdict.broken({ seq, side: from, message: 'a mistake after that' });
      },
    }),
    examples: { breaks: [], keeps: [] },
  });

  test('costs the findings of one rule at that entry, and the recording is complete', () => {
    const store = openTestStore();
    const lines = ['one', 'two', 'three'].map((name) => `{"jsonrpc":"2.0","method":"_${name}"}`);
    const no = ingest(store, lines, createFold([failing]));
    expect(textOf(store, no)).toBe(`${lines.join('\n')}\n`);
    expect(store.read.findings(no)).toMatchObject([{ seq: 2, rule: 'framing/fails' }]);
    expect(store.read.summary(no)).toMatchObject({ state: 'ended', total: 4 });
  });

  test('is shown at its entry, and other entries are unaffected', () => {
    const store = openTestStore();
    const [first, second, third] = parseTranscript('> _a {}\n> _b {}\n> _c {}');
    const bytes = second?.kind === 'frame' ? second.bytes : undefined;
    let asked = 0;
    const unreadable = Object.defineProperty({ ...second }, 'bytes', {
      get() {
        if (asked++ === 0) throw new RangeError('Maximum call stack size exceeded');
        return bytes;
      },
    });
    const fold = createFold();
    for (const entry of [first, unreadable, third]) fold.apply(entry as Entry);
    const { no } = store.write.begin({ id: 'r', startedAt: epochMs(0), command: [], cwd: '/', redacted: false });
    store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    expect(store.read.rows(no, 0, 3)).toMatchObject([
      { kind: 'notification', method: '_a' },
      { kind: 'invalid', summary: expect.stringMatching(/^acptap could not read this, .*Maximum call stack/) },
      { kind: 'notification', method: '_c' },
    ]);
    expect(Buffer.concat([...store.read.bytes(no, 'client')]).toString()).toContain('"method":"_b"');
  });
});
