import { describe, expect, test } from 'vitest';
import {
  calledOn,
  calls,
  compared,
  comparedTranscripts,
  folded,
  foldedFile,
  inWords,
  says,
  session,
  tells,
} from './fold.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

const hello = session({ lines: [says('Hello, '), says('you. '), says('Bye.')] });

describe('not a difference:', () => {
  test.each([
    ['the cuts between chunks', session({ lines: [says('Hel'), says('lo, you. Bye.')] })],
    ['the id of a message', session({ lines: [says('Hello, you. Bye.', { messageId: 'm-7' })] })],
    ['the ids of requests', hello.replaceAll(/^([<>]) (\d)/gm, '$1 "r$2"')],
    ['the id of the session', hello.replaceAll('"s"', '"0f5c-99"')],
    ['the working directory', hello.replaceAll('/work', '/tmp/x-1')],
    ['_meta anywhere', hello.replaceAll('{"sessionId"', '{"_meta":{"traceparent":"x"},"sessionId"')],
    ['stderr and process events', `! starting\n${hello}\n= exit {"code":1,"signal":null}`],
    [
      'the use of the context',
      session({ lines: [tells('usage_update', { used: 1, size: 2 }), says('Hello, you. Bye.')] }),
    ],
    ['pauses', hello.replace('< session/update', '@9000000 < session/update')],
  ])('%s', (_, other) => {
    const plain = other.includes('messageId')
      ? session({ lines: [says('Hello, you. Bye.', { messageId: 'm-1' })] })
      : hello;
    expect(inWords(comparedTranscripts(plain, other))).toEqual([['= 2'], ['= 2']]);
  });

  test('a repeated state', () => {
    const mode = tells('current_mode_update', { currentModeId: 'code' });
    const once = session({ lines: [mode, says('x')] });
    const twice = session({ lines: [mode, says('x'), mode] });
    expect(comparedTranscripts(once, twice).isSame).toBe(true);
  });

  test('commands before the prompt or after it', () => {
    const commands = tells('available_commands_update', { availableCommands: [] });
    const before = hello.replace('> 2 session/prompt', `${commands}\n> 2 session/prompt`);
    const after = hello.replace('< 2 ok', `${commands}\n< 2 ok`);
    expect(comparedTranscripts(before, after).isSame).toBe(true);
  });

  test('paths below the working directory, in texts, locations and tool input', () => {
    const at = (folder: string) =>
      session({
        lines: [
          says(`See ${folder}/src/a.ts.`),
          calls('a', { locations: [{ path: `${folder}/a` }], rawInput: { command: `cd ${folder} && ls` } }),
          calledOn('a', { content: [{ type: 'diff', path: `${folder}/a`, oldText: null, newText: 'x' }] }),
        ],
      }).replaceAll('"/work"', JSON.stringify(folder));
    expect(comparedTranscripts(at('/work'), at('/home/lena/other place')).isSame).toBe(true);
  });

  test('the numbers of redacted secrets', () => {
    const [one, other] = [3, 14].map((number) => session({ lines: [says(`key [redacted-${number}]`)] }));
    expect(comparedTranscripts(one ?? '', other ?? '').isSame).toBe(true);
  });
});

describe('simultaneous sessions', () => {
  const opens = (id: number, name: string) => [
    `> ${id} session/new {"cwd":"/work","mcpServers":[]}`,
    `< ${id} ok {"sessionId":"${name}"}`,
    `< session/update {"sessionId":"${name}","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`,
  ];
  const turn = (id: number, name: string, prompt: string, text = `This is ${prompt}.`) => [
    `> ${id} session/prompt {"sessionId":"${name}","prompt":[{"type":"text","text":"${prompt}"}]}`,
    says(text).replace('"s"', `"${name}"`),
    calls('t').replace('"s"', `"${name}"`),
    `< ${id} ok {"stopReason":"end_turn"}`,
  ];
  const recording = (...lines: readonly (readonly string[])[]) =>
    [['> 0 initialize {"protocolVersion":1}', '< 0 ok {"protocolVersion":1}'], ...lines].flat().join('\n');
  const one = recording(
    opens(1, 'a'),
    opens(2, 'b'),
    turn(3, 'a', 'alpha'),
    turn(4, 'b', 'beta'),
    turn(5, 'a', 'more'),
  );
  const turnsOf = (left: string, right: string) =>
    comparedTranscripts(left, right).turns.map((each) => [each.left?.turn, each.right?.turn, each.isSame]);

  test.each([
    [
      'were prompted in another order',
      [opens(1, 'x'), opens(2, 'y'), turn(3, 'y', 'beta'), turn(4, 'x', 'alpha'), turn(5, 'x', 'more')],
    ],
    ['were swapped', [opens(1, 'x'), opens(2, 'y'), turn(3, 'x', 'beta'), turn(4, 'y', 'alpha'), turn(5, 'y', 'more')]],
    [
      'were opened later',
      [opens(1, 'x'), turn(3, 'x', 'beta'), opens(2, 'y'), turn(4, 'y', 'alpha'), turn(5, 'y', 'more')],
    ],
  ])('are the same although they %s', (_what, lines) => {
    const other = recording(...lines);
    expect(comparedTranscripts(one, other).isSame).toBe(true);
    expect(comparedTranscripts(other, one).isSame).toBe(true);
    expect(turnsOf(one, other)).toHaveLength(4);
  });

  test('are matched by the responses to the same prompt', () => {
    const same = (first: string, second: string) =>
      recording(opens(1, 'a'), opens(2, 'b'), turn(3, 'a', 'go', first), turn(4, 'b', 'go', second));
    expect(comparedTranscripts(same('One.', 'Two.'), same('Two.', 'One.')).isSame).toBe(true);
    expect(comparedTranscripts(same('One.', 'Two.'), same('Two.', 'Two.')).isSame).toBe(false);
  });

  test('differ if their turns, or the order of these, differ', () => {
    const swapped = recording(
      opens(1, 'a'),
      opens(2, 'b'),
      turn(3, 'a', 'more'),
      turn(4, 'b', 'beta'),
      turn(5, 'a', 'alpha'),
    );
    expect(turnsOf(one, swapped).filter(([, , isSame]) => !isSame)).not.toEqual([]);
    const moved = recording(
      opens(1, 'a'),
      opens(2, 'b'),
      turn(3, 'a', 'alpha'),
      turn(4, 'b', 'beta'),
      turn(5, 'b', 'more'),
    );
    expect(comparedTranscripts(one, moved).isSame).toBe(false);
  });

  test('have their turns paired by prompt, even if a turn moved to another session', () => {
    const split = recording(opens(1, 'a'), turn(3, 'a', 'alpha'), opens(2, 'b'), turn(4, 'b', 'more'));
    const whole = recording(opens(1, 'a'), turn(3, 'a', 'alpha'), turn(4, 'a', 'more'));
    expect(turnsOf(whole, split).map(([left, right]) => [left, right])).toEqual([
      [null, null],
      [1, 1],
      [2, 2],
    ]);
  });
});

describe('a difference:', () => {
  test.each([
    ['a word', session({ lines: [says('Hello, you! Bye.')] }), '~ message /text'],
    ['white space', session({ lines: [says('Hello, you.  Bye.')] }), '~ message /text'],
    ['the kind of message', hello.replace('agent_message_chunk', 'agent_thought_chunk'), '- thought'],
  ])('%s', (_, other, found) => {
    const rows = inWords(comparedTranscripts(other, hello)).flat();
    expect(rows.some((row) => row.startsWith(found))).toBe(true);
  });

  test('a path outside of the working directory', () => {
    const [one, other] = ['/etc/a', '/etc/b'].map((path) =>
      session({ lines: [calls('a', { locations: [{ path }] })] }),
    );
    expect(inWords(comparedTranscripts(one ?? '', other ?? ''))[1]).toEqual([
      '= 1',
      '~ tool-call /locations/0 /locations/0',
    ]);
  });

  test('_meta and usage in tool input', () => {
    const [one, other] = [1, 2].map((usage) => session({ lines: [calls('a', { rawInput: { usage, _meta: usage } })] }));
    const found = inWords(comparedTranscripts(one ?? '', other ?? ''))[1];
    expect(found).toEqual(['= 1', '~ tool-call /rawInput/_meta /rawInput/usage']);
  });

  test('a missing response', () => {
    expect(inWords(comparedTranscripts(hello, hello.replace(/\n< 2 ok.*$/, '')))[1]?.[0]).toBe('~ exchange /answer');
  });

  test('a mode, although its name looks like an id', () => {
    const [one, other] = ['code', 'ask'].map((currentModeId) =>
      session({ lines: [tells('current_mode_update', { currentModeId })] }),
    );
    expect(inWords(comparedTranscripts(one ?? '', other ?? ''))[1]).toEqual(['= 1', '~ update /currentModeId']);
  });
});

test('text that looks like a blanked id is compared as text', () => {
  const [one, other] = ['\\ufdd0session', 'session'].map((text) =>
    session({ lines: [says('PLACE')] }).replace('PLACE', text),
  );
  expect(inWords(comparedTranscripts(one ?? '', other ?? ''))[1]).toEqual(['= 1', '~ message /text']);
});

describe('recordings of real agents', () => {
  /** The same run on another day: other ids, another folder, other times. */
  const again = (text: string): string =>
    text
      .replaceAll('5ffd51fc-b9e5-4629-abc8-64c606d4c3f4', '00000000-1111-4222-8333-444455556666')
      .replaceAll('/home/user/project', '/tmp/elsewhere/checkout')
      .replaceAll(/__call_t_(\d)_0/g, '__call_u_$1_9')
      .replaceAll(/^\{"t":(\d+)/gm, (_, t: string) => `{"t":${Number(t) * 3}`)
      .replaceAll(/_tokens":(\d+)/g, '_tokens":9$1');

  test('Gemini is the same in a second run with other ids and another folder', async () => {
    const comparison = compared(
      await foldedFile('real/gemini-0.61.0/edit'),
      await foldedFile('real/gemini-0.61.0/edit', again),
    );
    expect(inWords(comparison)).toEqual([['= 4'], ['= 21']]);
  });

  test('Claude differs between saying something and editing a file', async () => {
    const found = inWords(
      compared(await foldedFile('real/claude-0.100.0/text'), await foldedFile('real/claude-0.100.0/edit')),
    );
    expect(found).toEqual([
      ['= 5'],
      [
        '~ exchange /params/prompt/0/text',
        '= 1',
        '~ thought /text',
        '~ message /text',
        '+ tool-call Read notes.txt',
        '+ message Now the edit.',
        '+ tool-call Edit notes.txt',
        '+ exchange Edit notes.txt · Yes, Yes, allow all edits during this session, No',
        '+ message And a new file.',
        '+ tool-call Write hello.js',
        '+ exchange Write hello.js · Yes, Yes, allow all edits during this session, No',
        '+ message Done: notes.txt is final and hello.js exists.',
      ],
    ]);
  });
});

test('lines that are no messages, one after the other, are one step with their number', () => {
  const titles = (...lines: readonly string[]) =>
    folded(parseTranscript(session({ lines })))
      .steps.sections.flatMap(({ steps }) => steps)
      .filter(({ kind }) => kind === 'noise')
      .map(({ title }) => title);
  expect(titles('< | {"half":')).toEqual(['{"half":']);
  expect(titles('< | starting', '< | {"half":')).toEqual(['starting · 2 lines']);
});

test('lines that are no messages are paired by the first of them, however many follow', () => {
  const noise = (...lines: readonly string[]) =>
    session({ lines: lines.flatMap((line) => [`< | ${line}`, says('x')]) });
  const left = session({ lines: ['< | warning', says('x'), '< | starting', '< | half'] });
  const right = session({ lines: [says('x'), '< | starting', '< | half', '< | third'] });
  expect(inWords(comparedTranscripts(left, right))[0]).toEqual(['= 2', '- noise warning', '~ noise /text']);
  expect(comparedTranscripts(noise('a', 'b'), noise('a', 'b')).isSame).toBe(true);
});
