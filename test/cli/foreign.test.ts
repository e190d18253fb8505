import { expect, test } from 'vitest';
import { convertFile } from '../../proxy/cli/foreign/convert.ts';
import { recordingFile, temporaryFile } from '../support/recording-file.ts';

const exported = (startedAt: number, timestamp: number) =>
  convertFile(
    temporaryFile(
      JSON.stringify({
        version: 1,
        session: { startedAt },
        messages: [{ timestamp, direction: 'editor-to-agent', raw: '{}' }],
      }),
    ),
  );

test.each([1e300, -1e300, 5e15])(
  'a message of another tool at %d ms is not a message, because no date has this time',
  (at) => {
    expect(exported(0, at)).toBeUndefined();
  },
);

test('an impossible start is replaced by the time of the first message', () => {
  expect(exported(1e300, 1000)).toMatchObject({ tool: 'acp-devtools' });
});

test('a recording file of ours is not converted', () => {
  expect(convertFile(recordingFile('> 1 session/list {}'))).toBeUndefined();
});
