import { expect, test } from 'vitest';
import { withComment } from '#core/wire/entry-comment.ts';
import { createShareWriter } from '#core/share/share-writer.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../../support/recording-file.ts';
import { asks, turn, update } from '../files/files-of.ts';
import { shareEntries } from './share-entries.ts';

const commented = (entries: readonly Entry[], comments: Readonly<Record<number, string>>): readonly Entry[] =>
  entries.map((entry) => {
    const comment = comments[entry.seq];
    return comment === undefined ? entry : { ...entry, extra: withComment(entry.extra, comment) ?? '{}' };
  });

const conversation = parseTranscript(turn(`< 2 ok {"stopReason":"end_turn"}\n${'> | noise\n'.repeat(20)}`));
const remarked = commented(conversation, { 4: 'the <prompt>', 20: 'far away' });
const comments = ['about all of it'];

test('an issue about a recording has its comments, and those on its entries with their numbers', () => {
  expect(shareEntries('markdown', remarked, { header: { comments } })).toContain(
    '### Comments\n\n- about all of it\n- #4: the \\<prompt\\>\n- #20: far away\n',
  );
  expect(shareEntries('markdown', conversation)).not.toContain('Comments');
});

test('an issue about an entry has the comments on the recording and on the entries that it shows', () => {
  const issue = shareEntries('markdown', remarked, { header: { comments }, selected: 5 });
  expect(issue).toContain('- about all of it\n- #4: the \\<prompt\\>\n');
  expect(issue).not.toContain('far away');
});

test('an issue lists so many comments, and counts the others', () => {
  const many = parseTranscript('> | noise\n'.repeat(60));
  const all = Object.fromEntries(many.map(({ seq }) => [seq, `no ${seq}`]));
  const issue = shareEntries('markdown', commented(many, all));
  expect(issue).toContain('- #49: no 49\n- … 10 comments left out\n');
});

const HUNG = `@0 > 1 session/new {"cwd":"/w","mcpServers":[]}
  @1000 < 1 ok {"sessionId":"s"}
  @2000 > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Fix it"}]}
  @3000 ! Error: connect ECONNREFUSED
  @4000 !     at Socket.connect (net.js:1)
  @60002000 = eof {"of":"client"}
  @60003000 = exit {"code":0,"signal":null}`;
const HANG = 'waited for the agent to answer session/prompt (#2) for 1 m 00 s';

test('an issue about a recording that hung is titled by the wait, and quotes the prompt and the stack trace', () => {
  const issue = shareEntries('markdown', parseTranscript(HUNG));
  expect(issue.split('\n', 1)).toEqual([`## Never answered: ${HANG.replace('#', '\\#')}`]);
  expect(issue).toContain('| open for 60.001 s |');
  expect(framesIn(issue)).toEqual(['2', '3', '4']);
  expect(issue).toContain('at Socket.connect (net.js:1)');
});

test('a text for a language model says which request was never answered, and why', () => {
  expect(shareEntries('llm', parseTranscript(HUNG))).toContain(
    `Never answered: ${HANG}; the agent was silent since then; on stderr (#3): Error: connect ECONNREFUSED\n`,
  );
});

/** An issue about the group of an entry. */
function issueOfGroup(transcript: string, members: readonly number[]): string {
  const entries = parseTranscript(transcript);
  const writer = createShareWriter('markdown', {
    header: header(),
    entryAt: (seq) => entries[seq],
    isSelected: (seq) => members.includes(seq),
    selected: members[0],
    isGroup: true,
  });
  for (const entry of entries) writer.apply(entry);
  return writer.text();
}

const call = (rest: string) =>
  turn(`${update({ toolCallId: 'c', title: 'Edit', status: 'pending' }, 'tool_call')}\n${rest}`);
const framesIn = (issue: string) =>
  issue.split('\n').flatMap((line) => /^(?:#(\d+), |… (.* left out)$)/.exec(line)?.slice(1, 3).filter(Boolean) ?? []);

test('an issue about a tool call has all its frames', () => {
  const issue = issueOfGroup(
    call(`${asks(10, { toolCallId: 'c' }, 'no')}\n${update({ toolCallId: 'c' })}`),
    [5, 6, 7, 8],
  );
  expect(framesIn(issue)).toEqual(['5', '6', '7', '8']);
});

test('an issue about a long tool call has the telling frames, and counts those that it leaves out', () => {
  const updates = `${update({ toolCallId: 'c' })}\n`.repeat(40);
  const transcript = call(
    `${updates}${asks(10, { toolCallId: 'c' }, 'no')}\n${updates}${update({ toolCallId: 'c', status: 'failed' })}`,
  );
  const members = Array.from({ length: 84 }, (_, index) => 5 + index);
  const frames = framesIn(issueOfGroup(transcript, members));
  expect(frames).toContain('46');
  expect(frames).toContain('47');
  expect([frames[0], frames.at(-1)]).toEqual(['5', '88']);
  const left = frames.flatMap((each) => /^(\d+) frames? left out$/.exec(each)?.[1] ?? []).map(Number);
  const shown = frames.filter((each) => /^\d+$/.test(each)).length;
  expect(shown).toBe(20);
  expect(shown + left.reduce((sum, count) => sum + count, 0)).toBe(84);
});
