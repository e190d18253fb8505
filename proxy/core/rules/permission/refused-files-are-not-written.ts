import { stringAt, valueAt } from '#core/json/json.ts';
import { setNewest } from '#core/set-newest.ts';
import { permissionSubject } from '#core/trace/permissions.ts';
import type { Seq } from '#core/units.ts';
import { defineRule } from '../engine/rule.ts';
import { END_TURN, NEXT_PROMPT, PROMPT, selected, toolCall } from '../examples/turn.ts';
import { chosenKind } from '../helpers/permission-answer.ts';

/** How many files and tool calls are remembered. */
const MAX_REMEMBERED = 256;

const DIFF = { content: [{ type: 'diff', path: '/a.ts', oldText: 'a', newText: 'b' }] };
const ASK_TO_EDIT = `${toolCall(DIFF)}\n< 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}`;
const WRITE = '< 8 fs/write_text_file {"sessionId":"s","path":"/a.ts","content":"b"}';

export default defineRule({
  id: 'permission/refused-files-are-not-written',
  grade: 'warning',
  binds: 'agent',
  versions: [1], // in version 2 agents do not write through the client
  requires: 'When the user refuses a change of a file, the agent does not write that file in the same turn.',
  source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission',
  peers: 'Editors write the file: the user said no, and finds the change on the disk.',
  start() {
    const diffs = new Map<string, readonly string[]>(); // by session and tool call: the files that it changes
    const refused = new Map<string, { readonly session: string; readonly seq: Seq }>(); // by session and file

    return {
      update({ session, variant, update }) {
        if (variant !== 'tool_call' && variant !== 'tool_call_update') return;
        const paths = pathsOf(update);
        if (paths.length > 0) setNewest(diffs, keyOf(session, stringAt(update, 'toolCallId')), paths, MAX_REMEMBERED);
      },
      answered({ exchange }) {
        const { method, params, session, closed } = exchange;
        if (method !== 'session/request_permission' || session === undefined) return;
        const asked = permissionSubject(params);
        const kind = chosenKind(exchange) ?? '';
        const own = pathsOf(asked);
        for (const path of own.length > 0 ? own : (diffs.get(keyOf(session, stringAt(asked, 'toolCallId'))) ?? [])) {
          const key = keyOf(session, path);
          if (kind.startsWith('reject')) setNewest(refused, key, { session, seq: closed.seq }, MAX_REMEMBERED);
          else if (kind.startsWith('allow')) refused.delete(key);
        }
      },
      turn({ turn: { session } }) {
        for (const [key, refusal] of refused) if (refusal.session === session) refused.delete(key);
      },
      request({ exchange: { method, params, session, opened } }, verdict) {
        if (method !== 'fs/write_text_file' || session === undefined) return;
        const path = stringAt(params, 'path') ?? '';
        const refusal = refused.get(keyOf(session, path));
        if (!refusal) return verdict.kept();
        verdict.broken({
          seq: opened.seq,
          side: 'agent',
          message: `${JSON.stringify(path)} is written, although the user refused that`,
          seen: path,
          expected: 'no write of this file until the user allows it',
          pointer: '/params/path',
          related: [refusal.seq],
        });
      },
    };
  },
  examples: {
    breaks: [`${PROMPT}\n${ASK_TO_EDIT}\n${selected('no')}\n${WRITE}`],
    keeps: [
      `${PROMPT}\n${ASK_TO_EDIT}\n${selected('yes')}\n${WRITE}`,
      `${PROMPT}\n${ASK_TO_EDIT}\n${selected('no')}\n${WRITE.replace('/a.ts', '/b.ts')}`,
      `${PROMPT}\n${ASK_TO_EDIT}\n${selected('no')}\n${ASK_TO_EDIT}\n${selected('yes')}\n${WRITE}`,
      `${PROMPT}\n${ASK_TO_EDIT}\n${selected('no')}\n${END_TURN}\n${NEXT_PROMPT}\n${WRITE}`, // the user may have asked for it
    ],
  },
});

const keyOf = (session: string, of: string | undefined): string => JSON.stringify([session, of ?? null]);

/** The files in the diffs of a tool call. */
function pathsOf(call: unknown): readonly string[] {
  const content = valueAt(call, 'content');
  return (Array.isArray(content) ? content.slice(0, MAX_REMEMBERED) : []).flatMap((item) =>
    stringAt(item, 'type') === 'diff' ? (stringAt(item, 'path') ?? []) : [],
  );
}
