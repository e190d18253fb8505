import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { renderReport } from '../../proxy/cli/render/report-text.ts';
import { renderList } from '../../proxy/cli/render/list.ts';
import { renderRule, renderRules } from '../../proxy/cli/render/rules.ts';
import { renderHeader, renderRow } from '../../proxy/cli/render/show.ts';
import { judgeRecording } from '../../proxy/core/rules/engine/judge-recording.ts';
import { recordingFile } from '../support/recording-file.ts';

async function recorded(transcript: string, more: Parameters<typeof recordingFile>[1] = {}) {
  const { store, no, summary } = await importToMemory(recordingFile(transcript, more));
  const rows = store.read.rows(no, 0, summary.total);
  const judgement = judgeRecording(store.read.entries(no), catalogue, 'orderly');
  store.close();
  return { summary, rows, judgement };
}

describe('printed output', () => {
  test('by rules is cut to the terminal', () => {
    const lines = renderRules(catalogue, 80).trimEnd().split('\n');
    expect(lines).toHaveLength(catalogue.length + 1);
    expect(Math.max(...lines.map((line) => line.length))).toBe(80);
  });

  test.each(catalogue)(
    'by rules $id explains how to read its examples, and has no two empty lines in a row',
    (rule) => {
      const text = renderRule(rule);
      expect(text).toMatch(/\n\nIn the examples > is .*\n.* in session s\.\n\nbroken by:\n {4}/);
      expect(text).not.toMatch(/\n\n\n/);
    },
  );

  test('by list has the command of a recording without a name, and counts frames by side', async () => {
    const { summary } = await recorded('> 1 _a\n< 1 ok\n< _b', { name: '' });
    expect(summary.name).toBe(null);
    expect(renderList([summary], { database: 'acptap.db', used: 1 })).toMatch(
      / 1 client, 2 agent .* agent --acp\n1 recording, 1 B\n$/,
    );
  });

  test('by list shows open requests, and has the findings where a terminal of 100 columns shows them', async () => {
    const { summary } = await recorded('> 1 _a\n= exit {"code":1,"signal":null}');
    const place = { database: 'acptap.db', used: 1, columns: 100 };
    expect(renderList([summary], place)).toMatch(/^ID .* FINDINGS/);
    expect(renderList([summary], place)).toContain('  exit 1, unanswered by agent  1 error ');
    expect(renderList([{ ...summary, state: 'live' }], place)).toContain('  live, waits for agent  1 error ');
    expect(renderList([{ ...summary, waiting: [] }], place)).toContain('  exit 1  1 error ');
  });

  test.each([
    [{ seq: 9, kind: 'hold', isDelivered: false }, 'acptap holds #9', 'unanswered: acptap held #9'],
    [{ seq: 9, kind: 'hold, drop', isDelivered: false }, 'acptap dropped #9', 'unanswered: acptap dropped #9'],
    [{ seq: 0, kind: 'mute', isDelivered: false }, 'acptap dropped #0', 'unanswered: acptap dropped #0'],
    [{ seq: 9, kind: 'wrong-id', isDelivered: true }, 'acptap changed #9', 'unanswered: acptap changed #9'],
    [{ seq: 0, kind: 'hold', isDelivered: true }, 'waits for agent', 'unanswered by agent'],
    [{ seq: 9, kind: 'delay', isDelivered: false, delay: { until: 1, by: 'delay' } }, 'acptap delays #9', ''],
  ])('by list names acptap while it has the awaited frame: %j', async (interfered, live, ended) => {
    const { summary } = await recorded('> 1 _a\n= exit {"code":1,"signal":null}');
    const waiting = summary.waiting.map((open) => ({ ...open, interfered }));
    const lineOf = (state: 'live' | 'ended') =>
      renderList([{ ...summary, waiting, state }], { database: 'acptap.db', used: 1 });
    expect(lineOf('live')).toContain(`  live, ${live}  `);
    expect(lineOf('ended')).toContain(`  exit 1, ${ended}`);
  });

  test('by list waits for a person whom a request asks, and for no agent that was heard just now', async () => {
    const { summary } = await recorded(`
      > 1 session/prompt {"sessionId":"a","prompt":[]}
      @5000 < session/update {"sessionId":"a","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"."}}}
      @6000 < 7 session/request_permission {"sessionId":"a","toolCall":{"toolCallId":"t"},"options":[]}`);
    const lineOf = (waiting: typeof summary.waiting, seconds: number) =>
      renderList([{ ...summary, state: 'live', waiting }], {
        database: 'acptap.db',
        used: 1,
        now: Date.parse(summary.startedAt) + seconds * 1000,
      });
    const prompt = summary.waiting.slice(0, 1);
    expect(lineOf(summary.waiting, 1)).toContain('  live, waits for a person  ');
    expect(lineOf(prompt, 2)).toMatch(/ {2}live {2,}/);
    expect(lineOf(prompt, 4)).toContain('  live, waits for agent  ');
  });

  test('by list names both sides where both are awaited, each in its own session', async () => {
    const { summary } = await recorded(`
      > 1 session/prompt {"sessionId":"a","prompt":[]}
      > 2 session/prompt {"sessionId":"b","prompt":[]}
      < 7 fs/read_text_file {"sessionId":"b","path":"/b"}
      = exit {"code":1,"signal":null}`);
    const place = { database: 'acptap.db', used: 1 };
    expect(renderList([{ ...summary, state: 'live' }], place)).toContain('  live, waits for client and agent  ');
    expect(renderList([summary], place)).toContain('  exit 1, unanswered by client and agent  ');
    expect(renderHeader(summary)).toContain(
      'to answer session/prompt (#0 in a) for 3.0 ms; the agent exited with code 1\n',
    );
  });

  test('by list has the name of a recording and the command, which tells agents apart', async () => {
    const { summary } = await recorded('> 1 _a', { name: 'login hangs' });
    expect(renderList([summary], { database: 'acptap.db', used: 1 })).toContain('  login hangs · agent --acp\n');
  });

  test('by show has one unit in its column of times, which are cut as those of the page are', async () => {
    const { rows } = await recorded('@400 > 1 _a\n@20999 < 1 ok\n@61000000 > 2 _a');
    expect(rows.map((row) => /^ *#\d+ +([\d.]+ \S+)/.exec(renderRow(row))?.[1])).toEqual([
      '0.000 s',
      '0.020 s',
      '61.000 s',
    ]);
  });

  test('by check ends with the count of rules', async () => {
    const { summary, rows, judgement } = await recorded('< | no json');
    const text = renderReport({ ...judgement, ref: 'x', summary, rules: catalogue, row: (seq) => rows[seq] });
    expect(text).toMatch(/not exercised\n$/);
  });
});
