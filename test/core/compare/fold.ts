import { readFileSync } from 'node:fs';
import { compareAtOnce, type Chosen } from '#core/compare/compare.ts';
import { ALL } from '#core/compare/part.ts';
import { createSteps } from '#core/compare/steps.ts';
import type { Comparison, Part } from '#core/model/compare.ts';
import { readRecording } from '#core/recording/read.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

/** Folds entries for a comparison. */
export function folded(entries: Iterable<Entry>, part: Part = ALL, cwd = '/start', recording = 'recorded'): Chosen {
  const steps = createSteps({ cwd });
  for (const entry of entries) steps.apply(entry);
  return { recording, part, steps: steps.steps() };
}

/** Folds a recording file for a comparison; `change` may alter its text first. */
export async function foldedFile(path: string, change = (text: string) => text): Promise<Chosen> {
  const bytes = new TextEncoder().encode(change(readFileSync(`recordings/${path}.acp.jsonl`, 'utf8')));
  const { header, entries } = await readRecording(
    (async function* () {
      yield bytes;
    })(),
  );
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return folded(all, ALL, header.cwd, header.id);
}

/** @throws {Error} if the part does not exist. */
export function compared(left: Chosen, right: Chosen): Comparison {
  const comparison = compareAtOnce(left, right);
  if (!comparison) throw new Error('no such part');
  return comparison;
}

export const comparedTranscripts = (left: string, right: string): Comparison =>
  compared(folded(parseTranscript(left)), folded(parseTranscript(right)));

/** A conversation of one session: its prompts, each with the lines of its turn. */
export const session = (...turns: readonly { readonly prompt?: string; readonly lines: readonly string[] }[]): string =>
  [
    '> 0 initialize {"protocolVersion":1}',
    '< 0 ok {"protocolVersion":1}',
    '> 1 session/new {"cwd":"/work","mcpServers":[]}',
    '< 1 ok {"sessionId":"s"}',
    ...turns.flatMap(({ prompt = 'go', lines }, index) => [
      `> ${index + 2} session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"${prompt}"}]}`,
      ...lines,
      `< ${index + 2} ok {"stopReason":"end_turn"}`,
    ]),
  ].join('\n');

const update = (body: object, of = 's') => `< session/update ${JSON.stringify({ sessionId: of, update: body })}`;

export const says = (text: string, more: object = {}): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...more });

export const calls = (toolCallId: string, more: object = {}): string =>
  update({ sessionUpdate: 'tool_call', toolCallId, title: `Tool ${toolCallId}`, kind: 'read', ...more });

export const calledOn = (toolCallId: string, more: object): string =>
  update({ sessionUpdate: 'tool_call_update', toolCallId, ...more });

export const tells = (sessionUpdate: string, more: object): string => update({ sessionUpdate, ...more });

/** The result in short: `= 3`, `~ message`, `- tool-call Read a`, `+ message Hi`. */
export const inWords = ({ turns }: Comparison): readonly (readonly string[])[] =>
  turns.map(({ rows }) =>
    rows.map((row) => {
      switch (row.kind) {
        case 'same':
          return `= ${row.count}`;
        case 'changed':
          return `~ ${row.left.kind} ${row.changes.map(({ pointer }) => pointer).join(' ')}`.trim();
        case 'left':
          return `- ${row.step.kind} ${row.step.title}`.trim();
        case 'right':
          return `+ ${row.step.kind} ${row.step.title}`.trim();
      }
    }),
  );
