import { describe, expect, test } from 'vitest';
import { decodeFrame } from '#core/wire/decode.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { parseTranscript, renderTranscript } from '#core/wire/transcript.ts';
import { awaited, play, start, type PlayerCommand } from '../../proxy/replay/player.ts';
import { toScript } from '../../proxy/replay/script.ts';
import { CLIENT, TURN } from './turn.ts';

/**
 * Plays a recording to a client that says `live`. Gives the conversation as it went: what the client said (`>`), what was answered
 * (`<`), and in words where it differed (`?`) or ended (`.`).
 */
function conversation(recording: string, live: string): string[] {
  const script = toScript(parseTranscript(recording));
  const [first, begun] = play(script, start);
  let state = first;
  const said = begun.map(inWords);
  for (const entry of parseTranscript(live)) {
    const [next, commands] = play(script, state, messageOf(entry));
    const ends = next.cursor === script.length && state.cursor < script.length;
    state = next;
    said.push(renderTranscript([entry]), ...commands.map(inWords), ...(ends ? ['.'] : []));
  }
  return said;
}

function inWords(command: PlayerCommand): string {
  if (command.kind === 'diverge') return `? ${command.divergence.message}`;
  const entry = { kind: 'frame', from: 'agent', bytes: command.bytes } as Entry;
  return renderTranscript([entry]);
}

function messageOf(entry: Entry): Message {
  const decoded = entry.kind === 'frame' ? decodeFrame(entry.bytes) : undefined;
  const message = decoded?.kind === 'json' ? decoded.parts[0]?.message : undefined;
  if (!message) throw new Error('not a message');
  return message;
}

const plain = (transcript: string) =>
  transcript
    .trim()
    .split('\n')
    .map((line) => line.trim());

describe('the player', () => {
  test('gives the same client the same conversation', () => {
    expect(conversation(TURN, CLIENT.join('\n'))).toEqual([...plain(TURN), '.']);
  });

  test('says first what the agent said before the client did', () => {
    expect(conversation('< _hello\n> 1 _a\n< 1 ok', '')).toEqual(['< _hello']);
  });

  test('leaves out what the client said that is no message, and plays what the agent said that is none', () => {
    expect(conversation('> | garbage\n< | garbage\n> 1 _a\n< \\| cut', '> 1 _a')).toEqual([
      '< | garbage',
      '> 1 _a',
      '< \\| cut',
      '.',
    ]);
  });

  test.each([
    ['1', '"550e8400-e29b-41d4-a716-446655440000"'],
    ['"550e8400-e29b-41d4-a716-446655440000"', '1'],
    ['1', '"1"'],
    ['"1"', '1'],
    ['9007199254740993', '7'],
    ['7', '9007199254740993'],
    ['-9223372036854775808', '"ü"'],
    ['0', 'null'],
  ])('answers a request recorded as %s with the id %s that the client gives it now', (recorded, live) => {
    expect(conversation(`> ${recorded} _a\n< ${recorded} ok {"n":9007199254740993}`, `> ${live} _a`)).toEqual([
      `> ${live} _a`,
      expect.stringContaining(`< ${live} ok `),
      '.',
    ]);
  });

  test('changes nothing but the id in an answer', () => {
    const recording = '> 1 _a\n< | { "result" : {"id":1, "big":9007199254740993, "f":1.0}, "id":1 , "jsonrpc":"2.0" }';
    const script = toScript(parseTranscript(recording));
    const [, [sent]] = play(script, play(script, start)[0], messageOf(parseTranscript('> "x" _a')[0] as Entry));
    expect(sent?.kind === 'send' && Buffer.from(sent.bytes).toString()).toBe(
      '{ "result" : {"id":1, "big":9007199254740993, "f":1.0}, "id":"x" , "jsonrpc":"2.0" }\n',
    );
  });

  test('takes requests in another order as long as the agent said nothing between them', () => {
    const recording = '> 1 _a\n> 2 _b\n< 2 ok {}\n< 1 ok {}\n> 3 _c\n< 3 ok {}';
    expect(conversation(recording, '> 8 _b\n> 9 _a\n> 10 _c')).toEqual([
      '> 8 _b',
      '> 9 _a',
      '< 8 ok {}',
      '< 9 ok {}',
      '> 10 _c',
      '< 10 ok {}',
      '.',
    ]);
    expect(conversation(recording, '> 10 _c')[1]).toMatch(/^\? .*_a \(request\) next \(entry 0\).*_c \(request\)/);
  });

  test('takes answers to its requests in any order', () => {
    const recording = '< 1 _a\n< 2 _b\n> 1 ok\n< _one\n> 2 ok\n< _two';
    expect(conversation(recording, '> 2 ok\n> 1 ok')).toEqual([
      '< 1 _a',
      '< 2 _b',
      '> 2 ok null',
      '> 1 ok null',
      '< _one',
      '< _two',
      '.',
    ]);
  });

  test.each([
    [
      'another method',
      '> 0 session/new {}',
      'initialize (request) next (entry 0)',
      'the client sent session/new (request)',
    ],
    ['a notification for a request', '> initialize {}', 'initialize (request)', 'initialize (notification)'],
    ['an answer that nobody asked for', '> 7 ok {}', 'initialize (request)', 'the answer to request 7: a result'],
    [
      'another choice of the person',
      `${CLIENT.slice(0, 4).join('\n')}\n> 1 ok {"outcome":{"outcome":"selected","optionId":"reject"}}`,
      'the answer to session/request_permission: allow next (entry 9)',
      'the answer to session/request_permission: reject',
    ],
    [
      'cancelling instead of choosing',
      `${CLIENT.slice(0, 4).join('\n')}\n> 1 ok {"outcome":{"outcome":"cancelled"}}`,
      'session/request_permission: allow',
      'session/request_permission: cancelled',
    ],
    [
      'an error for a result',
      `${CLIENT.slice(0, 3).join('\n')}\n> 0 error {"code":-32603,"message":"no such file"}`,
      'the answer to fs/read_text_file: a result next (entry 7)',
      'the answer to fs/read_text_file: error -32603 no such file',
    ],
    [
      'more than was recorded',
      `${CLIENT.join('\n')}\n> 3 session/prompt {}`,
      'the recording has ended',
      'session/prompt (request)',
    ],
  ])('tells %s, and what was expected instead', (_what, live, expected, received) => {
    const said = conversation(TURN, live).at(-1);
    expect(said).toMatch(/^\? /);
    expect(said).toContain(expected);
    expect(said).toContain(received);
  });

  test('names later places where the client said something like it', () => {
    const script = toScript(parseTranscript(TURN));
    const [, [command]] = play(script, start, messageOf(parseTranscript('> 5 session/prompt {}')[0] as Entry));
    expect(command).toMatchObject({
      kind: 'diverge',
      reject: '5',
      divergence: { seq: 0, nearMisses: [{ seq: 4, message: 'session/prompt (request)' }] },
    });
  });

  test('is a function: the same state and message give the same, and no state is changed', () => {
    const script = toScript(parseTranscript(TURN));
    const message = messageOf(parseTranscript('> "x" initialize {}')[0] as Entry);
    const [before] = play(script, start);
    const frozen = structuredClone(before);
    expect(play(script, before, message)).toEqual(play(script, before, message));
    expect(before).toEqual(frozen);
    expect(awaited(script, before)).toMatchObject({ seq: 0, method: 'initialize' });
  });
});
