import { describe, expect, test } from 'vitest';
import { compared, END } from './compared.ts';
import { OPENED, prompt } from './opened.ts';
import { play } from './play.ts';

type Side = 'then' | 'now';

const update = (side: Side, sessionUpdate: string, members: object) =>
  `< session/update ${JSON.stringify({ sessionId: side, update: { sessionUpdate, ...members } })}`;

const inputOf = (side: Side, file: string) => ({ path: `${side === 'then' ? '/home/me/app' : '/live/app'}/${file}` });

/** A tool call that edits a file. All such calls have the same title. */
const call = (side: Side, toolCallId: string, file: string) =>
  update(side, 'tool_call', { toolCallId, kind: 'edit', title: 'Edit', rawInput: inputOf(side, file) });

const done = (side: Side, toolCallId: string) => update(side, 'tool_call_update', { toolCallId, status: 'completed' });

let id = 10;

/** A request about a tool call, with its answer if it was recorded. */
function ask(side: Side, toolCallId: string, kinds = ['allow_once'], file?: string): readonly string[] {
  const options = kinds.map((kind) => ({ optionId: kind, name: kind, kind }));
  const toolCall = { toolCallId, ...(file !== undefined && { rawInput: inputOf(side, file) }) };
  id += 1;
  const request = `< ${id} session/request_permission ${JSON.stringify({ sessionId: side, toolCall, options })}`;
  return side === 'now'
    ? [request]
    : [request, `> ${id} ok {"outcome":{"outcome":"selected","optionId":"${kinds[0] ?? ''}"}}`];
}

const messagesOf = async (then: readonly string[], now: readonly string[]) =>
  (await compared([...then, END], [...now, END])).messages;

const THEN = [call('then', 'a', 'a.ts'), call('then', 'b', 'b.ts')];
const NOW = [call('now', 'x', 'a.ts'), call('now', 'y', 'b.ts')];

describe('a permission request', () => {
  test('differs if the agent asks after its tool call ended', async () => {
    const [one, other] = [call('then', 'a', 'a.ts'), call('now', 'x', 'a.ts')];
    const before = [one, ...ask('then', 'a'), done('then', 'a')];
    expect(await messagesOf(before, [other, ...ask('now', 'x'), done('now', 'x')])).toEqual([]);
    expect(await messagesOf(before, [other, done('now', 'x'), ...ask('now', 'x')])).toEqual([
      'permission request 1: expected edit "Edit" [allow_once], got edit "Edit" [allow_once], asked after its tool call ended',
    ]);
  });

  test('differs if it is about another tool call with the same title', async () => {
    expect(await messagesOf([...THEN, ...ask('then', 'a')], [...NOW, ...ask('now', 'x')])).toEqual([]);
    expect(await messagesOf([...THEN, ...ask('then', 'a')], [...NOW, ...ask('now', 'y')])).toEqual([
      'permission request 1 (edit "Edit" [allow_once]): about another tool call',
    ]);
  });

  test('is compared with the request about the same tool call, whatever it offers', async () => {
    const [once, always] = [['allow_once'], ['allow_always']];
    const messages = await messagesOf(
      [...THEN, ...ask('then', 'a', once), ...ask('then', 'b', always)],
      [...NOW, ...ask('now', 'x', always), ...ask('now', 'y', once)],
    );
    expect(messages).toEqual([
      'permission request 1: expected edit "Edit" [allow_once], got edit "Edit" [allow_always]',
      'permission request 2: expected edit "Edit" [allow_always], got edit "Edit" [allow_once]',
    ]);
  });

  test('differs by its place among the requests', async () => {
    const messages = await messagesOf(
      [...THEN, ...ask('then', 'a'), ...ask('then', 'b')],
      [...NOW, ...ask('now', 'y'), ...ask('now', 'x')],
    );
    expect(messages).toEqual([
      expect.stringMatching(/^permission request \d \(edit "Edit" \[allow_once\]\): in another order$/),
    ]);
  });

  test('is compared with the request about the same tool call in any order', async () => {
    const [then, now] = [
      [...THEN, call('then', 'c', 'c.ts')],
      [...NOW, call('now', 'z', 'c.ts')],
    ];
    const messages = await messagesOf(
      [...then, ...['a', 'b', 'c'].flatMap((name) => ask('then', name))],
      [...now, ...['z', 'y', 'x'].flatMap((name) => ask('now', name))],
    );
    expect(messages).toHaveLength(2);
    expect(messages.filter((message) => !message.endsWith('in another order'))).toEqual([]);
  });

  test('is the same with another input, if the recording shows it to be new in every turn', async () => {
    const turn = (side: Side, number: number, ticket: string) => {
      const toolCall = { toolCallId: ticket, kind: 'edit', title: 'Edit', rawInput: { ticket } };
      const request = { sessionId: side, toolCall, options: [] };
      return [
        ...(side === 'then' ? [prompt(number, side, 'Go')] : []),
        update(side, 'tool_call', toolCall),
        `< ${number + 10} session/request_permission ${JSON.stringify(request)}`,
        ...(side === 'then' ? [`> ${number + 10} ok {"outcome":{"outcome":"cancelled"}}`] : []),
        `< ${number} ok {"stopReason":"end_turn"}`,
      ];
    };
    const then = [OPENED, ...turn('then', 2, 'T11111'), ...turn('then', 3, 'T22222')];
    const opens = ['< 0 ok {"protocolVersion":1}', '< 1 ok {"sessionId":"now"}'];
    const now = [...opens, ...turn('now', 2, 'T33333'), ...turn('now', 3, 'T44444'), '+3000'];
    const { report } = await play(then.join('\n'), now.join('\n'));
    expect(report?.differences).toEqual([]);
  });

  test('differs if its input is not that of its tool call', async () => {
    const then = [...THEN, ...ask('then', 'a', ['allow_once'], 'a.ts')];
    expect(await messagesOf(then, [...NOW, ...ask('now', 'x', ['allow_once'], 'a.ts')])).toEqual([]);
    expect(await messagesOf(then, [...NOW, ...ask('now', 'x', ['allow_once'], 'b.ts')])).toEqual([
      'permission request 1 (edit "Edit" [allow_once]) input: expected "as its tool call", got {"path":"$cwd/b.ts"}',
    ]);
  });
});
