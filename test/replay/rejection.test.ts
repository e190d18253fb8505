import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import { createPlayer } from '../../proxy/replay/player/player.ts';
import { renderReport } from '../../proxy/replay/report/render-report.ts';
import { converse } from './player-conversation.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', , PROMPT = ''] = CLIENT;

const MODES = `
  > 1 session/set_mode {"sessionId":"s","modeId":"ask"}
  < 1 ok {}
  > 2 session/set_mode {"sessionId":"s","modeId":"code"}
  < 2 ok {}`;

describe('a client that diverges', () => {
  test.each([
    ['a request that was not recorded', TURN, '> "x" session/list {}', '"x" error {"code":-32603,'],
    ['another value', MODES, '> 1 session/set_mode {"sessionId":"s","modeId":"yolo"}', '1 error {"code":-32603,'],
    [
      'an older version',
      TURN.replaceAll('"protocolVersion":1', '"protocolVersion":3'),
      INITIALIZE,
      '0 error {"code":-32602,',
    ],
    [
      'version 1 for version 2',
      TURN.replaceAll('"protocolVersion":1', '"protocolVersion":2'),
      INITIALIZE,
      '0 error {"code":-32022,',
    ],
    ['the id of an open request', TURN, [...CLIENT.slice(0, 3), PROMPT].join('\n'), '2 error {"code":-32600,'],
    ['a line that is not JSON', TURN, '> | garbage', 'null error {"code":-32700,'],
    ['a JSON value that is not a message', TURN, '> | {"id":1}', 'null error {"code":-32600,'],
    ['an empty batch', TURN, '> | []', 'null error {"code":-32600,'],
    ['a batch of nonsense', TURN, '> | [1]', 'null error {"code":-32600,'],
  ])('with %s gets the matching error with the divergence', (_what, recording, live, answer) => {
    const { lines, report } = converse(recording, live);
    const line = lines.at(-1) ?? '';
    expect(line.startsWith(`< ${answer}`)).toBe(true);
    const error = JSON.parse(line.slice(line.indexOf('{'))) as { message: string; data: unknown };
    expect(error.message).toBe(`acptap replay: ${report.divergences[0]?.message}`);
    expect(error.data).toEqual({ acptap: report.divergences[0] });
  });

  test('in an answer receives nothing, and the replay ends', () => {
    const { lines, report } = converse(TURN, `${INITIALIZE}\n> 7 ok {}`);
    expect(lines.at(-1)).toBe('> 7 ok {}');
    expect(report.outcome).toBe('diverged');
  });

  test('in a huge message gets a report of limited size, and the journal has the message', () => {
    const huge = `"${'x'.repeat(100_000)}"`;
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    for (const value of [huge, deep, `{"a":${huge}}`]) {
      const player = createPlayer(toPlaybook(parseTranscript(MODES)));
      const [frame] = parseTranscript(`> 1 session/set_mode {"sessionId":"s","modeId":${value}}`);
      const [answer] = frame?.kind === 'frame' ? player.receive(frame.bytes, 0) : [];
      expect(answer?.kind === 'send' && answer.bytes.length).toBeLessThan(20_000);
      const { journal, ...report } = player.report();
      expect(journal).toHaveLength(1);
      expect(JSON.stringify(report).length).toBeLessThan(20_000);
      expect(renderReport(player.report()).length).toBeLessThan(1000);
    }
  });

  test('gets the three nearest of many near misses', () => {
    const recording = [1, 2, 3, 4, 5].map((n) => `> ${n} _x {"a":${n},"b":${n > 2 ? 9 : 0}}\n< ${n} ok {}`).join('\n');
    const live = '> 6 _x {"a":4,"b":9}';
    const { report } = converse(recording, `${recording.replaceAll(/^<.*$/gm, '')}\n${live}`);
    expect(report.divergences[0]?.nearMisses.map(({ seq }) => seq)).toEqual([6, 4, 8]);
  });
});
