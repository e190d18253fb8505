import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { HANDSHAKE_AND_SESSION, findingsIn, judgeTranscript, wholeExample } from '../judge-transcript.ts';

const EXIT = '= exit {"code":0,"signal":null}';
const KILLED = '= exit {"code":null,"signal":"SIGKILL"}';

const messages = (transcript: string) =>
  judgeTranscript(catalogue, wholeExample(transcript)).findings.map(({ message }) => message);

describe('a frame that is not a message', () => {
  test.each([
    ['text', '< | warning: low disk'],
    ['text with a byte order mark', '< | \\xef\\xbb\\xbfwarning'],
    ['text with a carriage return', '< | warning\\r'],
    ['text and the error that answers it', '< | warning\n> null error {"code":-32700,"message":"Parse error"}'],
    [
      'a message that is not UTF-8',
      '> | {"jsonrpc":"2.0","id":1,"method":"_open","params":"\\xe9"}\n< 1 ok {}',
      'framing/line-is-utf8 error client',
    ],
    [
      'a number',
      '< | 7\n> null error {"code":-32600,"message":"Invalid request"}',
      'jsonrpc/frame-is-an-object error agent',
    ],
    ['an array of numbers', '< | [7]', 'jsonrpc/frame-is-no-batch error agent'],
    ['a structured log', '< | {"level":"info","msg":"ready"}', 'jsonrpc/envelope-is-well-formed error agent'],
    ['a blank line with a carriage return', '< | \\r', 'framing/line-is-not-blank note agent'],
    ['an unterminated line', `< \\| warning\n${EXIT}`, 'framing/last-line-is-terminated warning agent'],
    ['an unterminated line of a killed agent', `< \\| {"jso\n${KILLED}`, 'framing/last-line-is-terminated note agent'],
    ['an unterminated number', `< \\| 7\n${EXIT}`, 'framing/last-line-is-terminated warning agent'],
  ])('%s', (_name, transcript, expected = 'framing/line-is-json error agent') => {
    expect(findingsIn(transcript)).toEqual([expected]);
  });

  test('is the mistake of its sender', () => {
    expect(findingsIn(`< | {"jsonrpc":\n> | {"jsonrpc":\n${EXIT}`)).toEqual([
      'framing/line-is-json error agent',
      'framing/line-is-json error client',
    ]);
  });

  test('that a newline cut in two gets another message than a log line', () => {
    const [cut, log] = messages(`< | {"jsonrpc":"2.0","method":"_tick","params":{"text":"one\n< | npm warn\n${EXIT}`);
    expect(cut).toContain('newline inside');
    expect(log).not.toContain('newline inside');
  });

  test('from the agent before the client sends anything is reported after that, or once at the end', () => {
    expect(
      findingsIn(
        '# banner first\n< | Welcome\n< | to the agent\n> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}',
      ),
    ).toEqual(['framing/line-is-json error agent', 'framing/line-is-json error agent']);
    expect(findingsIn(`# agent --help\n< | Usage:\n< | agent [options]\n< \\| that is all\n${EXIT}`)).toEqual([
      'framing/line-is-json note agent',
    ]);
  });

  test('is not judged directly after a gap', () => {
    expect(findingsIn('= gap {"of":"agent","bytes":512}\n< | xt":"rest of a message"}}}\n< | noise')).toEqual([
      'framing/line-is-json error agent',
    ]);
  });
});

describe('a malformed envelope', () => {
  test.each([
    [
      'a request without jsonrpc that is refused',
      '> | {"id":1,"method":"session/list"}\n< null error {"code":-32600,"message":"Invalid request"}',
      'jsonrpc/version-is-2-0 error client',
    ],
    [
      'a request without jsonrpc that is answered',
      '> | {"id":1,"method":"session/list"}\n< 1 ok {"sessions":[]}',
      'jsonrpc/version-is-2-0 error client',
    ],
    [
      'a method that is a number, refused by its id',
      '> | {"jsonrpc":"2.0","id":1,"method":7}\n< 1 error {"code":-32600,"message":"Invalid request"}',
      'jsonrpc/envelope-is-well-formed error client',
    ],
    [
      'an id that is an object, refused',
      '> | {"jsonrpc":"2.0","id":{},"method":"session/list"}\n< null error {"code":-32600,"message":"Invalid request"}',
      'jsonrpc/envelope-is-well-formed error client',
    ],
    [
      'a response that says nothing',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","id":1}',
      'jsonrpc/envelope-is-well-formed error agent',
    ],
    [
      'a result and a null error',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","id":1,"result":{},"error":null}',
      'jsonrpc/envelope-is-well-formed error agent',
    ],
    [
      'a response whose id is a boolean',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","id":true,"result":{}}',
      'jsonrpc/envelope-is-well-formed error agent',
    ],
    [
      'a response without an id',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","result":{}}',
      'jsonrpc/response-has-an-id error agent',
    ],
    [
      'an error without an id',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","error":{"code":-32603,"message":"no"}}',
      'jsonrpc/response-has-an-id warning agent',
    ],
    [
      'an error that is a string',
      '> 1 session/list {}\n< 1 error "no"',
      'jsonrpc/error-object-is-well-formed error agent',
    ],
    [
      'a response cut by a newline',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","id":1,"result":{"sessions":[',
      'framing/line-is-json error agent',
    ],
    [
      'a response that is not UTF-8',
      '> 1 session/list {}\n< | {"jsonrpc":"2.0","id":1,"result":"\\xe9"}',
      'framing/line-is-utf8 error agent',
    ],
    [
      'a batch of requests, refused as one',
      '> | [{"jsonrpc":"2.0","id":1,"method":"_a"},{"jsonrpc":"2.0","id":2,"method":"_b"}]\n< null error {"code":-32600,"message":"no batches"}',
      'jsonrpc/frame-is-no-batch error client',
    ],
    [
      'a batch of requests, answered',
      '> | [{"jsonrpc":"2.0","id":1,"method":"_a"},{"jsonrpc":"2.0","id":2,"method":"_b"}]\n< 1 ok {}\n< 2 ok {}',
      'jsonrpc/frame-is-no-batch error client',
    ],
  ])('%s', (_name, transcript, expected) => {
    expect(findingsIn(`${transcript}\n${EXIT}`)).toEqual([expected]);
  });

  test('reports a batch in version 2 as a warning', () => {
    expect(
      findingsIn(`> 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
             < 0 ok {"protocolVersion":2,"capabilities":{},"info":{"name":"agent","version":"1"}}
             < | [{"jsonrpc":"2.0","method":"_tick"}]`),
    ).toEqual(['jsonrpc/frame-is-no-batch warning agent']);
  });

  test('reports a refused byte order mark as a note', () => {
    expect(
      findingsIn(`> | \\xef\\xbb\\xbf{"jsonrpc":"2.0","id":1,"method":"session/list"}
             < null error {"code":-32700,"message":"Parse error"}
             ${EXIT}`),
    ).toEqual(['framing/line-has-no-bom note client']);
  });

  test('reports two wrong members as two mistakes', () => {
    expect(findingsIn('> | {"jsonrpc":"1.0","id":1,"method":7}')).toEqual([
      'jsonrpc/version-is-2-0 error client',
      'jsonrpc/envelope-is-well-formed error client',
    ]);
  });

  test('points into the batch', () => {
    const { findings } = judgeTranscript(
      catalogue,
      `${HANDSHAKE_AND_SESSION}\n> | [{"jsonrpc":"2.0","method":"_a"},{"jsonrpc":"2.0","method":7}]`,
    );
    expect(findings.map(({ pointer }) => pointer)).toEqual([undefined, '/1/method']);
  });
});
