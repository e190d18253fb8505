import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { header } from '../../support/recording-file.ts';
import { redacted } from '../redact-entries.ts';

/**
 * The strings of recordings that hold a text, redacted. A text of frames is one recording, and so is one that is a
 * header. In the recording of any other text, the agent says it, a tool prints it, and stderr has it.
 */
export function redactedTexts(text: string): readonly string[] {
  if (text.startsWith('{"acptap"')) {
    const { command } = JSON.parse(text) as { command: string[] };
    return [redacted([], header({ command, cwd: '/home/user/app' }))];
  }
  return entriesWith(text).map(stringsIn);
}

/** The entries of the recordings that hold a text, by recording. */
export function entriesWith(text: string): readonly (readonly Entry[])[] {
  if (text.startsWith('{"jsonrpc"')) return [text.split('\n').map(frame)];
  const message = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  const output = { sessionUpdate: 'tool_call_update', toolCallId: 'call', rawOutput: { output: text } };
  return [
    ...[message, output].map((update) => [
      frame(JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } }), 0),
    ]),
    [{ kind: 'stderr', seq: seqOf(0), elapsed: elapsedUs(0), from: 'stderr', bytes: encodeUtf8(`${text}\n`) }],
  ];
}

const frame = (json: string, index: number): Entry => ({
  kind: 'frame',
  seq: seqOf(index),
  elapsed: elapsedUs(index),
  from: json.includes('"session/update"') ? 'agent' : 'client',
  bytes: encodeUtf8(`${json}\n`),
});

const stringsIn = (entries: readonly Entry[]): string =>
  redacted(entries, header({ cwd: '/home/user/app' }))
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => stringsOf(JSON.parse(line)))
    .join('');

function stringsOf(value: unknown): string {
  if (typeof value === 'string') return `${value}\n`;
  return typeof value === 'object' && value !== null ? Object.values(value).map(stringsOf).join('') : '';
}
