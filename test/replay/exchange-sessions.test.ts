import { describe, expect, test } from 'vitest';
import type { PlayOptions } from '../../proxy/replay/model/play-options.ts';
import { converse } from './player-conversation.ts';

const open = (id: number, cwd = '/w') => `> ${id} session/new {"cwd":"${cwd}","mcpServers":[]}`;
const opened = (id: number, session: string) => `< ${id} ok {"sessionId":"${session}"}`;
const update = (session: string, sessionUpdate: string, members = '') =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"${sessionUpdate}"${members}}}`;
const commands = (session: string) => update(session, 'available_commands_update', ',"availableCommands":[]');
const said = (session: string, text: string) =>
  update(session, 'agent_message_chunk', `,"content":{"type":"text","text":"${text}"}`);
const prompt = (id: number, session: string, text: string) =>
  `> ${id} session/prompt {"sessionId":"${session}","prompt":[{"type":"text","text":"${text}"}]}`;
const end = (id: number) => `< ${id} ok {"stopReason":"end_turn"}`;

/** A session and its settings. */
const begin = (id: number, session: string, cwd?: string) => [open(id, cwd), opened(id, session), commands(session)];
const turn = (id: number, session: string) => [
  prompt(id, session, `for ${session}`),
  said(session, `this is ${session}`),
  end(id),
];

/** Two turns at once, in sessions of two folders. */
const OVERLAPPING = [
  open(1, '/a'),
  opened(1, 'a'),
  open(2, '/b'),
  opened(2, 'b'),
  prompt(3, 'a', 'for a'),
  prompt(4, 'b', 'for b'),
  said('b', 'this is b'),
  said('a', 'this is a'),
  end(4),
  end(3),
].join('\n');

/** Both sessions are opened first. */
const AT_ONCE = [...begin(1, 'a'), ...begin(2, 'b'), ...turn(3, 'a'), ...turn(4, 'b')].join('\n');
const IN_TURN = [...begin(1, 'a'), ...turn(3, 'a'), ...begin(2, 'b'), ...turn(4, 'b')].join('\n');

function play(recording: string, live: readonly string[], options: Partial<PlayOptions> = {}) {
  const { lines, report } = converse(recording, live.join('\n'), options);
  return { received: lines.filter((line) => line.startsWith('<')), report };
}

const CHANGED =
  'the client has its sessions in another order: "a", opened with session/new of #0, got the first prompt of session';

describe('a client that prompts its sessions in another order', () => {
  test('gets the matching turns at once, in folders that it opened in another order', () => {
    const live = [open(1, '/b'), open(2, '/a'), prompt(3, 'b', 'for b'), prompt(4, 'a', 'for a')];
    const { report } = play(OVERLAPPING, live, { match: { 'session/prompt': 'exact' } });
    expect(report).toMatchObject({ outcome: 'complete', played: 6, received: 4, divergences: [] });
  });

  test('gets the matching turn in each, with the ids that it knows', () => {
    const live = [open(1), open(2), prompt(3, 'a', 'for b'), prompt(4, 'b', 'for a')];
    const { received, report } = play(AT_ONCE, live);
    expect(received.slice(4)).toEqual([said('a', 'this is b'), end(3), said('b', 'this is a'), end(4)]);
    expect(report).toMatchObject({
      outcome: 'complete',
      played: 8,
      unused: [],
      divergences: [],
      notes: [`${CHANGED} #3, and they have changed places`],
    });
  });

  test('gets the matching turns when it opens the second one later', () => {
    const live = [open(1), prompt(2, 'a', 'for b'), open(3), prompt(4, 'b', 'for a')];
    const { received, report } = play(IN_TURN, live);
    expect(received).toEqual([
      opened(1, 'a'),
      commands('a'),
      said('a', 'this is b'),
      end(2),
      opened(3, 'b'),
      commands('b'),
      said('b', 'this is a'),
      end(4),
    ]);
    expect(report).toMatchObject({ outcome: 'complete', played: 8, unused: [], divergences: [] });
  });

  test('gets the matching turns before all updates of the first session came', () => {
    const live = [open(1), prompt(2, 'a', 'for b'), 'wait 100', open(3), prompt(4, 'b', 'for a'), 'wait 100'];
    const { received, report } = play(IN_TURN, live, { settleAfterNew: 100 });
    expect(received).toEqual([
      opened(1, 'a'),
      commands('a'),
      said('a', 'this is b'),
      end(2),
      opened(3, 'b'),
      commands('b'),
      said('b', 'this is a'),
      end(4),
    ]);
    expect(report.outcome).toBe('complete');
  });

  test('gets the matching turns of three sessions in any order', () => {
    const three = [AT_ONCE, ...begin(5, 'c'), ...turn(6, 'c')].join('\n');
    const texts = ['a', 'b', 'c'];
    const orders = texts.flatMap((one) =>
      texts.flatMap((other) =>
        one === other ? [] : [[one, other, ...texts.filter((each) => each !== one && each !== other)]],
      ),
    );
    expect(orders).toHaveLength(6);
    for (const order of orders) {
      const live = [open(1), open(2), open(3), ...order.map((text, n) => prompt(n + 4, texts[n] ?? '', `for ${text}`))];
      const { received, report } = play(three, live);
      const wanted = order.flatMap((text, n) => [said(texts[n] ?? '', `this is ${text}`), end(n + 4)]);
      expect([received.slice(6), report.outcome]).toEqual([wanted, 'complete']);
    }
  });

  test('gets the paths of each session’s live folder', () => {
    const read = (session: string, path: string) =>
      update(session, 'tool_call', `,"toolCallId":"t","locations":[{"path":"${path}"}]`);
    const recording = [
      ...begin(1, 'a', '/then/a'),
      ...begin(2, 'b', '/then/b'),
      prompt(3, 'a', 'for a'),
      read('a', '/then/a/of-a'),
      end(3),
      prompt(4, 'b', 'for b'),
      read('b', '/then/b/of-b'),
      end(4),
    ].join('\n');
    const live = [open(1, '/now/x'), open(2, '/now/y'), prompt(3, 'a', 'for b'), prompt(4, 'b', 'for a')];
    const { received } = play(recording, live);
    expect(received.slice(4)).toEqual([read('a', '/now/x/of-b'), end(3), read('b', '/now/y/of-a'), end(4)]);
  });

  test('can send all later messages in them too', () => {
    const more = [prompt(5, 'b', 'more'), said('b', 'b again'), end(5)].join('\n');
    const live = [open(1), open(2), prompt(3, 'a', 'for b'), prompt(4, 'a', 'more')];
    const { received, report } = play(`${AT_ONCE}\n${more}`, live);
    expect(received.slice(4)).toEqual([said('a', 'this is b'), end(3), said('a', 'b again'), end(4)]);
    expect(report).toMatchObject({ outcome: 'incomplete', divergences: [], unused: [6] });
  });
});

describe('sessions are not exchanged', () => {
  const keeps = (recording: string, live: readonly string[], why?: string) => {
    const { received, report } = play(recording, live);
    const note = `the client's session "a", opened with session/new of #0, got the first prompt of session #3, but they cannot change places`;
    expect(report.notes).toEqual(why === undefined ? [] : [`${note}: ${why}`]);
    return received;
  };

  test('when a prompt matches no recorded one', () => {
    const live = [open(1), open(2), prompt(3, 'a', 'what else'), prompt(4, 'b', 'for a')];
    expect(keeps(AT_ONCE, live).slice(4)).toEqual([said('a', 'this is a'), end(3), said('b', 'this is b'), end(4)]);
  });

  test('when both had the same prompt', () => {
    const same = AT_ONCE.replaceAll(/for [ab]/g, 'go');
    const live = [open(1), open(2), prompt(3, 'b', 'go'), prompt(4, 'a', 'go')];
    expect(keeps(same, live).slice(4)).toEqual([said('b', 'this is b'), end(3), said('a', 'this is a'), end(4)]);
  });

  test('when their folders identify them', () => {
    const recording = [...begin(1, 'a', '/a'), ...begin(2, 'b', '/b'), ...turn(3, 'a'), ...turn(4, 'b')].join('\n');
    const live = [open(1, '/a'), open(2, '/b'), prompt(3, 'a', 'for b')];
    expect(keeps(recording, live, 'they were opened with other params').slice(4)).toEqual([
      said('a', 'this is a'),
      end(3),
    ]);
  });

  const mode = (id: number, session: string, to = 'ask') =>
    `> ${id} session/set_mode {"sessionId":"${session}","modeId":"${to}"}`;
  const set = (recording: string, id: number, session: string, to?: string, answer = 'ok {}') =>
    recording.replace(
      `> ${id} session/prompt`,
      `${mode(id + 10, session, to)}\n< ${id + 10} ${answer}\n> ${id} session/prompt`,
    );

  test.each([
    ['when only one of them was set up', set(AT_ONCE, 3, 'a')],
    ['when they were set up differently', set(set(AT_ONCE, 3, 'a'), 4, 'b', 'code')],
    [
      'when the setting was answered differently',
      set(set(AT_ONCE, 3, 'a'), 4, 'b', 'ask', 'error {"code":-32603,"message":"no"}'),
    ],
  ])('%s', (_what, recording) => {
    const live = [open(1), open(2), mode(3, 'a'), prompt(4, 'a', 'for b')];
    expect(keeps(recording, live, 'their settings differ before it').slice(5)).toEqual([
      said('a', 'this is a'),
      end(4),
    ]);
  });

  test('when the agent made a request in one of them', () => {
    const asks = '< 8 fs/read_text_file {"sessionId":"a","path":"/w/x"}';
    const answer = '> 8 ok {"content":""}';
    const recording = AT_ONCE.replace(commands('a'), `${commands('a')}\n${asks}\n${answer}`);
    const live = [open(1), open(2), answer, prompt(4, 'a', 'for b')];
    const { received, report } = play(recording, live);
    expect(received.slice(5)).toEqual([said('a', 'this is a'), end(4)]);
    expect(report.notes).toEqual([expect.stringContaining(': the agent asked for something before it')]);
  });

  test('exchange with their settings, even if only one of them got its updates', () => {
    const recording = set(set(AT_ONCE, 3, 'a'), 4, 'b');
    const [first, second] = [mode(3, 'a'), mode(6, 'b')];
    const live = [open(1), open(2), first, prompt(4, 'a', 'for b'), second, prompt(7, 'b', 'for a')];
    const { received, report } = play(recording, live);
    expect(received.slice(4)).toEqual([
      '< 3 ok {}',
      said('a', 'this is b'),
      end(4),
      '< 6 ok {}',
      said('b', 'this is a'),
      end(7),
    ]);
    expect(report).toMatchObject({ outcome: 'complete', unused: [], divergences: [] });
    expect(report.notes).toEqual([expect.stringContaining('and they have changed places')]);
  });

  test('until a prompt identifies them, even if one was never prompted', () => {
    const recording = [...begin(1, 'a'), ...begin(2, 'b'), ...turn(4, 'b')].join('\n');
    const { received, report } = play(recording, [open(1), open(2), prompt(3, 'a', 'for b')]);
    expect(received.slice(4)).toEqual([said('a', 'this is b'), end(3)]);
    expect(report).toMatchObject({ outcome: 'complete', divergences: [] });
  });
});

test('a session that is exchanged twice keeps the id that it was opened with', () => {
  const three = [AT_ONCE, ...begin(5, 'c'), ...turn(6, 'c')].join('\n');
  const live = [open(1), open(2), open(3), prompt(4, 'a', 'for b'), prompt(5, 'b', 'for c'), prompt(6, 'c', 'for a')];
  const { report } = play(three, live);
  expect(report.notes).toEqual([
    `${CHANGED} #3, and they have changed places`,
    `${CHANGED.replace('"a"', '"b"').replace('#0', '#3')} #12, and they have changed places`,
  ]);
});
