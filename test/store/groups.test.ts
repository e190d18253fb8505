import { globSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { refold } from '../../proxy/recorder/refold.ts';
import { rejudge } from '../../proxy/recorder/rejudge.ts';
import { readRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { groupTranscript } from '../core/grouping/group-transcript.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { foldAgain } from '../support/fold-again.ts';
import { header, recordingFile } from '../support/recording-file.ts';

function opened(path = join(temporaryFolder(), 'acptap.db')): Store {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
}

const groupsOf = ({ read }: Store, no: number) =>
  read.timeline.groups(
    no,
    Array.from({ length: read.timeline.groupCount(no) }, (_, index) => index),
  );

/** The rows of every derived table, as they are. */
function derived(path: string) {
  const connection = new Database(path);
  const tables = ['digest', 'message', 'grp', 'turn', 'tool_call', 'finding', 'axis'];
  try {
    const names = new Map(
      (connection.prepare('SELECT no, text FROM name').all() as { no: number; text: string }[]).map(({ no, text }) => [
        no,
        text,
      ]),
    );
    return tables.map((table) => {
      const rows = connection.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
      // How often it was written, and which number a name was given, is nothing that was derived.
      return rows.map((row) => {
        delete row['revision'];
        for (const column of table === 'message'
          ? ['method', 'session', 'variant', 'status']
          : table === 'grp'
            ? ['session']
            : [])
          row[column] = names.get(row[column] as number);
        return row;
      });
    });
  } finally {
    connection.close();
  }
}

const real = someOf(globSync('recordings/real/*/*.acp.jsonl').toSorted(), 10);

test.each(real)(
  'the groups of %s are as the fold says, though they were written a few entries at a time',
  async (file) => {
    const store = opened(MEMORY);
    const { no } = store.write.begin(header());
    const entries: Entry[] = [];
    for await (const entry of (await readRecordingFile(file)).entries) entries.push(entry);
    const fold = createFold();
    for (const entry of entries) {
      fold.apply(entry);
      if (fold.size() === 5) store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    }
    store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    const { entries: placed, groups } = groupTranscript(entries);
    expect(groupsOf(store, no)).toMatchObject(
      groups.map(
        ({
          no: number,
          kind,
          level,
          parent,
          turn,
          session,
          status,
          entries: count,
          first,
          last,
          elapsed,
          until,
          waited,
        }) => ({
          no: number,
          kind,
          level,
          parent: parent?.no ?? null,
          turn: turn ?? null,
          session: session ?? null,
          status: status ?? null,
          entries: count,
          first,
          last,
          t: elapsed,
          until: until ?? null,
          human: waited.human(),
          client: waited.client(),
          acptap: waited.acptap(),
        }),
      ),
    );
    expect(entries.map(({ seq }) => store.read.timeline.groupOf(no, seq))).toEqual(placed.map(({ group }) => group.no));
  },
);

describe('a finding', () => {
  const conversation = `> _a\n< | no json\n< | no json either\n> 1 _b\n< 1 ok {}`;

  test('counts for the group of its entry', async () => {
    const store = opened();
    const { no } = await importFile(store, recordingFile(conversation));
    const counted = groupsOf(store, no).find(({ kind }) => kind === 'noise')?.findings;
    const there = store.read.findings(no).filter(({ seq }) => seq === 1 || seq === 2);
    expect(counted).toEqual({
      count: there.length,
      worst: 'error',
      rule: there.find(({ grade }) => grade === 'error')?.rule,
    });
    expect(there.length).toBeGreaterThan(1);
  });

  test('is counted again after the rules have changed', async () => {
    const store = opened();
    const { no } = await importFile(store, recordingFile(conversation));
    const [before, revision] = [groupsOf(store, no), store.read.timeline.progress(no)?.revision ?? 0];
    const connection = new Database(store.path);
    connection.exec('UPDATE digest SET rule_set = 0');
    connection.close();
    await rejudge(store);
    expect(groupsOf(store, no)).toEqual(before);
    expect(store.read.timeline.progress(no)?.revision).toBeGreaterThan(revision);
  });
});

describe('a database of an earlier build', () => {
  test('has all of its recordings, folded again', async () => {
    const store = opened();
    const file = 'recordings/real/claude-0.100.0/edit.acp.jsonl';
    await importFile(store, file);
    await importFile(store, recordingFile('> 1 session/new {}\n< | noise', { id: 'second' }));
    const before = derived(store.path);
    store.close();
    const connection = new Database(store.path);
    foldAgain(connection);
    connection.close();
    const again = opened(store.path);
    expect(again.read.recordings()).toEqual([]);
    await refold(again);
    expect(derived(store.path)).toEqual(before);
    expect(again.read.recordings().map(({ summary }) => summary.id)).toContain('second');
  });

  test('is unchanged when it is folded again without need', async () => {
    const store = opened();
    const { no } = await importFile(store, recordingFile('> 1 session/new {}'));
    const before = derived(store.path);
    store.write.refold(no, () => {
      throw new Error('asked for');
    });
    await refold(store);
    expect(derived(store.path)).toEqual(before);
  });
});

describe('a live recording', () => {
  function live(transcript: string) {
    const store = opened();
    const { no } = store.write.begin(header());
    const fold = createFold();
    for (const entry of parseTranscript(transcript)) fold.apply(entry);
    store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    return { store, no };
  }

  test('lists the requests that wait, the oldest first, at most five', () => {
    const { store, no } = live(`
      > 1 session/new {"cwd":"/work"}
      < 1 ok {"sessionId":"s"}
      > 2 session/prompt {"sessionId":"s","prompt":[]}
      < "p" session/request_permission {"sessionId":"s","options":[]}
      < 1 _a\n< 2 _b\n< 3 _c\n< 4 _d`);
    const waiting = store.read.summary(no)?.waiting ?? [];
    const time = { human: 0, client: 0, acptap: 0, waiting: { on: 'human', since: 4000 } };
    expect(waiting.slice(0, 2)).toEqual([
      { side: 'client', method: 'session/prompt', id: '2', seq: 2, t: 3000, session: 's', heard: 8000, time },
      { side: 'agent', method: 'session/request_permission', id: '"p"', seq: 3, t: 4000, session: 's', heard: 3000 },
    ]);
    expect(waiting.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6]);
  });

  test('has no waiting requests when all are answered, and keeps the unanswered ones when it ends', async () => {
    const { store, no } = live('> 1 session/new {"cwd":"/work"}\n< 1 ok {"sessionId":"s"}');
    expect(store.read.summary(no)?.waiting).toEqual([]);
    const over = await importFile(opened(), recordingFile('> 1 session/new {"cwd":"/work"}'));
    expect(over.summary.waiting).toMatchObject([{ side: 'client', method: 'session/new', seq: 0 }]);
  });
});
