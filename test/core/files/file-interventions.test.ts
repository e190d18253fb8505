import { expect, test } from 'vitest';
import { textOf, filesWindow } from '#core/files/files-window.ts';
import { operationWords } from '#core/files/operation-words.ts';
import type { FileTotals } from '#core/model/files.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, FrameEntry, Sent } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { loadRecordingFile } from '../../../proxy/replay/playbook/read-recording.ts';
import { delivered, soonAfter } from '../../support/delivered.ts';
import { asks, diff, foldOfEntries, reads, turn, update, writes } from './files-of.ts';

const golden = async (kind: string) =>
  tell((await loadRecordingFile(`recordings/interventions/${kind}.acp.jsonl`)).entries);

/** The operations in words, and the totals that are not 0. */
function tell(entries: readonly Entry[]) {
  const fold = foldOfEntries(entries);
  const lines = Array.from(fold.operations(), (operation) => {
    const { what, facts } = operationWords(operation, false);
    return `${what} ${operation.path}: ${facts.join(', ')}`;
  });
  const { totals } = filesWindow(fold, { folder: '', from: 0, count: 10 });
  const texts = [...fold.operations()].filter((operation) => textOf(operation) !== undefined).length;
  return { lines, counts: countsIn(totals), texts };
}

const countsIn = (totals: FileTotals) => Object.fromEntries(Object.entries(totals).filter(([, count]) => count > 0));

const drop: Sent = { why: [{ kind: 'drop' }] };
const answer: Sent = { why: [{ kind: 'answer' }] };

/** A turn in which some frames became something else; acptap answers those that it kept with `answers`, by seq. */
function interfered(
  lines: string,
  becomes: Readonly<Record<number, (frame: FrameEntry) => Sent>>,
  answers: string[],
  toward: readonly ('client' | 'agent')[] = [],
) {
  const entries = delivered(parseTranscript(turn(lines)), (frame) => becomes[frame.seq]?.(frame));
  const last = entries.at(-1);
  const injected = answers.map((json, index): Entry => ({
    kind: 'event',
    seq: ((last?.seq ?? 0) + index + 1) as Entry['seq'],
    elapsed: soonAfter(last as Entry, 1000 + index),
    event: {
      event: 'injected',
      toward: toward[index] ?? 'agent',
      json: JSON.parse(json) as unknown,
      why: [{ kind: 'answer' }],
    },
  }));
  return tell([...entries, ...injected]);
}

test('a write that acptap edited has the delivered path, and says so', async () => {
  expect(await golden('edit')).toEqual({
    lines: [
      'wrote /project/b.txt: 1 character, text before unknown, without a proposal, without permission, acptap changed it',
    ],
    counts: { writes: 1, unasked: 1 },
    texts: 1,
  });
});

test('a write that acptap answered itself is none, and has its answer', async () => {
  expect(await golden('answer')).toEqual({
    lines: ['write /project/a.txt: 1 character, not delivered: acptap answered it, the agent got an error'],
    counts: { undelivered: 1 },
    texts: 0,
  });
});

test('a write of a muted agent is none', async () => {
  expect(await golden('mute')).toMatchObject({
    lines: ['write /project/a.txt: 1 character, not delivered: acptap dropped it, never answered'],
    counts: { undelivered: 1 },
  });
});

test('a read that acptap answered itself says nothing about the file', () => {
  const told = interfered(
    `${reads(10, '/a', 'real')}\n${reads(11, '/a', 'x').split('\n')[0]}\n${writes(12, '/a', 'real')}`,
    { 7: () => answer },
    ['{"jsonrpc":"2.0","id":11,"result":{"content":"false"}}'],
  );
  expect(told.lines).toEqual([
    'read /a: 4 characters',
    'read /a: not delivered: acptap answered it',
    'wrote /a: +0 −0, without a proposal, without permission',
  ]);
  expect(told.counts).toMatchObject({ reads: 1, undelivered: 1 });
});

test('a permission that acptap gave permits the write, and names acptap', () => {
  const { lines } = interfered(
    `${update({ toolCallId: 'c', title: 'Edit', kind: 'edit', content: [diff('/a', null, 'x')] }, 'tool_call')}
     ${asks(10, { toolCallId: 'c' })}
     ${writes(11, '/a', 'x')}`,
    { 6: () => answer, 7: () => drop },
    ['{"jsonrpc":"2.0","id":10,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}'],
  );
  expect(lines[1]).toMatch(/^permission \/a: allowed by acptap: Allow, after .*, not delivered: acptap answered it$/);
  expect(lines[0]).toBe('proposed /a: add, +1 −0, not written');
});

const YES = '{"jsonrpc":"2.0","id":10,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}';

test('a permission that acptap gave in place of a person who was asked, too, is that of acptap', () => {
  const call = update({ toolCallId: 'c', title: 'Edit', kind: 'edit', content: [diff('/a', null, 'x')] }, 'tool_call');
  const { lines } = interfered(`${call}\n${asks(10, { toolCallId: 'c' })}`, {}, [YES]);
  expect(lines[1]).toMatch(/^permission \/a: allowed by acptap: Allow, after [^,]*$/);
});

test('an answer of acptap to a write that the client got does not tell whether the file was written', () => {
  const { lines } = interfered(writes(10, '/a', 'x', ''), {}, ['{"jsonrpc":"2.0","id":10,"result":{}}']);
  expect(lines[0]).toMatch(/^write \/a: .*, never answered$/);
});

test('bytes that are no message are not delivered; other line ends are no change', () => {
  const written = writes(10, '/a', 'x');
  const broken = { 5: (frame: FrameEntry): Sent => ({ elapsed: soonAfter(frame), bytes: encodeUtf8('{'), why: [] }) };
  expect(interfered(written, broken, []).lines).toEqual([
    'write /a: 1 character, not delivered: acptap made it unreadable',
  ]);
  const ended = (frame: FrameEntry): Sent => ({
    elapsed: soonAfter(frame),
    bytes: new Uint8Array([...frame.bytes.slice(0, -1), 13, 10]),
    why: [{ kind: 'crlf' }],
  });
  expect(interfered(written, { 5: ended }, []).lines[0]).not.toContain('acptap');
});

test('an answer of acptap to the client is none to the agent’s request with the same id', () => {
  const told = interfered(
    `< 3 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 3 session/set_mode {"sessionId":"s","modeId":"m"}`,
    { 5: () => answer, 6: () => answer },
    [
      '{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"refused"}}',
      '{"jsonrpc":"2.0","id":3,"result":{"content":"abc"}}',
    ],
    ['client', 'agent'],
  );
  expect(told.lines).toEqual(['read /a: not delivered: acptap answered it']);
});

test('a deletion that the agent carried out has no stale text', () => {
  const lines = `${reads(10, '/a', 'a\nx\n')}
    ${update({ toolCallId: 'c', title: 'Edit', kind: 'edit', content: [diff('/a', 'x\n', '')] }, 'tool_call')}
    ${reads(11, '/a', 'a\n')}
    ${update({ toolCallId: 'c', status: 'completed' }, 'tool_call_update')}`;
  expect(interfered(lines, {}, []).lines.join()).not.toContain('old text');
});

test('a permission counts as the agent got it, and a read has the text that the agent got', () => {
  const changed =
    (from: string, to: string) =>
    (frame: FrameEntry): Sent => ({
      elapsed: soonAfter(frame),
      bytes: encodeUtf8(new TextDecoder().decode(frame.bytes).replace(from, to)),
      why: [{ kind: 'edit' }],
    });
  const call = update({ toolCallId: 'c', title: 'Edit', kind: 'edit', content: [diff('/a', null, 'x')] }, 'tool_call');
  const lines = `${call}\n${asks(10, { toolCallId: 'c' }, 'no')}\n${writes(11, '/a', 'x')}`;
  const told = interfered(lines, { 7: changed('"no"', '"yes"') }, []);
  expect(told.lines[1]).toMatch(/^permission \/a: allowed by acptap: Allow, after .*, acptap changed it$/);
  expect(told.lines[2]).toMatch(/^wrote \/a: .*, as proposed, allowed by acptap \(#6\)$/);
  expect(told.counts).not.toHaveProperty('despiteRefusal');
  const read = reads(10, '/a', 'short');
  expect(interfered(read, { 6: changed('short', 'much longer') }, []).lines).toEqual([
    'read /a: 11 characters, acptap changed it',
  ]);
  expect(interfered(read, { 6: () => drop }, []).counts).toEqual({ undelivered: 1 });
});
