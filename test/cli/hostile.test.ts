import { array, assert, asyncProperty, constantFrom, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { eachFile } from '#core/files/each-file.ts';
import { createFileFold } from '#core/files/file-fold.ts';
import { filesWindow } from '#core/files/files-window.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { renderFile, renderFilesHead } from '../../proxy/cli/render/files.ts';
import { renderReport } from '../../proxy/cli/render/report-text.ts';
import { renderList } from '../../proxy/cli/render/list.ts';
import { plain } from '../../proxy/cli/render/paint.ts';
import { renderEntry } from '../../proxy/cli/render/show-entry.ts';
import { createRowPrinter } from '../../proxy/cli/render/show-rows.ts';
import { renderHeader, renderRow } from '../../proxy/cli/render/show.ts';
import { rounds } from '../support/effort.ts';
import { fileText, header, temporaryFile } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';

/** Characters that a terminal acts on: escape sequences, controls of both sets, invisible and direction marks. */
const tricks = constantFrom(
  '\u{1b}[2J',
  '\u{1b}]0;owned\u{7}',
  '\u{9b}31m',
  '\0',
  '\r',
  '\b\b\b',
  '\u{7f}',
  '\u{85}',
  '\u{202e}gnp.exe',
  '\u{2066}',
  '\u{200b}',
  '\u{feff}',
  '\u{2028}',
);

const hostile = array(string({ maxLength: 4 }), { minLength: 1, maxLength: 3 }).chain((words) =>
  tuple(tricks, tricks).map(([first, second]) => `${first}${words.join(second)}${second}`),
);

function entriesWith(text: string): Entry[] {
  const frames = [
    ['client', { jsonrpc: '2.0', id: text, method: text, params: { sessionId: text } }],
    ['agent', { jsonrpc: '2.0', id: text, error: { code: 1, message: text, data: text } }],
    ['agent', { jsonrpc: '2.0', id: text, result: text, error: text, [text]: text }],
    ['client', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: { name: text, version: text } } }],
    ['agent', { jsonrpc: '2.0', id: 1, result: { protocolVersion: text, agentInfo: { name: text, title: text } } }],
    ['client', { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: { sessionId: text, prompt: [{ text }] } }],
    [
      'agent',
      {
        jsonrpc: text,
        method: 'session/update',
        params: { update: { sessionUpdate: 'tool_call', title: text, toolCallId: text } },
      },
    ],
    ['agent', { jsonrpc: '2.0', method: 'session/update', params: { update: { sessionUpdate: text, status: text } } }],
    [
      'agent',
      {
        jsonrpc: '2.0',
        id: text,
        method: 'fs/write_text_file',
        params: { path: text, content: text, sessionId: text },
      },
    ],
  ] as const;
  const lines = frames.map(([from, message]) => ({
    kind: 'frame' as const,
    from,
    bytes: encodeUtf8(`${JSON.stringify(message)}\n`),
  }));
  const raw = { kind: 'frame' as const, from: 'agent' as const, bytes: encodeUtf8(`${text}\n`) };
  const stderr = { kind: 'stderr' as const, from: 'stderr' as const, bytes: encodeUtf8(`${text}\n`) };
  const event = { kind: 'event' as const, event: { event: text, signal: text, [text]: text } };
  const exit = { kind: 'event' as const, event: { event: 'exit', code: null, signal: text } };
  return [...lines, raw, stderr, event, exit].map((entry, index) => ({
    ...entry,
    seq: seqOf(index),
    elapsed: elapsedUs(index),
  }));
}

test('nothing that a recording holds reaches the terminal as a control character', async () => {
  await assert(
    asyncProperty(hostile, async (text) => {
      const of = header({ id: text, name: text, command: [text], cwd: text });
      const { store, no, summary } = await importToMemory(temporaryFile(fileText(entriesWith(text), of)));
      const rows = store.read.rows(no, 0, summary.total);
      const judgement = judgeRecording(store.read.entries(no), catalogue, 'cut');
      const around = {
        row: (seq: number) => rows[seq],
        findingsAt: (seq: number) => store.read.findingsAt(no, seq),
        paint: plain,
        columns: 80,
      };
      const fold = createFileFold();
      for (const { messages } of store.read.fileMessages.from(no, 0))
        for (const message of messages) fold.apply(message);
      const window = filesWindow(fold, { folder: '', from: 0, count: 9 });
      const whole = eachFile(fold, window.files, (seq) => store.read.fileMessages.at(no, seq));
      const printed = [
        renderList([summary], { database: 'acptap.db', used: 1 }),
        renderHeader(summary),
        ...rows.map((row) => renderRow(row)),
        ...rows.map(createRowPrinter('full', around)),
        ...rows.map((row) =>
          renderEntry(row, store.read.entryBytes(no, row.seq) ?? new Uint8Array(), around.findingsAt(row.seq), around),
        ),
        renderFilesHead(window),
        ...[...whole].map((file) => renderFile(file, { columns: 80 })),
        renderReport({ ...judgement, ref: text, summary, rules: catalogue, row: (seq) => rows[seq] }),
      ].join('');
      store.close();
      expect(DANGEROUS.exec(printed)).toBe(null);
      expect(printed.split('\n').length).toBeGreaterThan(rows.length);
    }),
    { numRuns: rounds(10, 60) },
  );
});
