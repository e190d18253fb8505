import { createFileFold, type FileFold } from '#core/files/file-fold.ts';
import type { FileOperation } from '#core/model/files.ts';
import { fileMessagesIn } from '#core/memory/memory-files.ts';
import { createRecordingIndex } from '#core/memory/recording-index.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../../support/recording-file.ts';

/** Returns the agent's operations on files in a transcript. */
export const foldOf = (transcript: string): FileFold => foldOfEntries(parseTranscript(transcript));

export function foldOfEntries(entries: readonly Entry[]): FileFold {
  const index = createRecordingIndex(header());
  for (const entry of entries) index.apply(entry);
  const fold = createFileFold();
  for (const message of fileMessagesIn(index.soFar(), entries)) fold.apply(message);
  return fold;
}

/** One line for each operation: `#7 write /a.ts same, allowed by #5, +1 −1`. */
export const linesOf = (transcript: string): readonly string[] => [...foldOf(transcript).operations()].map(lineOf);

function lineOf(operation: FileOperation): string {
  const { seq, kind, path, call } = operation;
  return `#${seq} ${kind} ${path}${call ? ` in ${call.id ?? call.title}` : ''}${factsOf(operation)}`;
}

function factsOf(operation: FileOperation): string {
  switch (operation.kind) {
    case 'read':
      return `: ${operation.isFailed ? 'failed' : `${operation.characters} characters`}`;
    case 'proposal': {
      const { outcome, write, added, removed, repeats, isPatch } = operation;
      const facts = [outcome + (write === null ? '' : ` by #${write}`), `+${added} -${removed}`];
      return `: ${[...facts, ...(repeats > 0 ? [`shown ${repeats + 1} times`] : []), ...(isPatch ? ['patch'] : []), write === null ? permitted(operation) : ''].filter(Boolean).join(', ')}`;
    }
    case 'permission':
      return `: ${operation.decision}${operation.option === null ? '' : ` (${operation.option})`}`;
    case 'write': {
      const { match, isFailed, before, added, removed } = operation;
      const facts = [match, permitted(operation), before === null ? '' : `after #${before}`, `+${added} -${removed}`];
      return `: ${[...(isFailed ? ['failed'] : []), ...facts].filter(Boolean).join(', ')}`;
    }
    case 'mention':
      return '';
  }
}

const permitted = ({ permission, asked }: Extract<FileOperation, { kind: 'write' | 'proposal' }>): string =>
  permission === null ? '' : `${permission}${asked === null ? '' : ` by #${asked}`}`;

const json = (value: unknown) => JSON.stringify(value);

/** Lines of a transcript about session `s`. */
export const update = (members: object, variant = 'tool_call_update') =>
  `< session/update ${json({ sessionId: 's', update: { sessionUpdate: variant, ...members } })}`;

export const diff = (path: string, oldText: string | null, newText: string) => ({
  type: 'diff',
  path,
  oldText,
  newText,
});

export const OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** Asks for permission, and answers with an option, `cancelled`, or not at all. */
export const asks = (id: number, toolCall: object, chosen?: string) =>
  [
    `< ${id} session/request_permission ${json({ sessionId: 's', toolCall, options: OPTIONS })}`,
    ...(chosen === undefined
      ? []
      : [
          `> ${id} ok ${json({ outcome: chosen === 'cancelled' ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen } })}`,
        ]),
  ].join('\n');

export const reads = (id: number, path: string, content: string) =>
  `< ${id} fs/read_text_file ${json({ sessionId: 's', path })}\n> ${id} ok ${json({ content })}`;

export const writes = (id: number, path: string, content: string, answer = 'ok {}') =>
  `< ${id} fs/write_text_file ${json({ sessionId: 's', path, content })}${answer === '' ? '' : `\n> ${id} ${answer}`}`;

/** A turn of a session in /work with these lines; its first line is entry 5. */
export const turn = (lines: string, cwd = '/work') => `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new ${json({ cwd, mcpServers: [] })}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go"}]}
  ${lines}`;
