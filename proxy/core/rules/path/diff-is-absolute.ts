import { valueAt, stringAt } from '#core/json/json.ts';
import { relative } from '../helpers/absolute-path.ts';
import { toolCallRule, type ToolCallFault } from '../helpers/tool-call-paths.ts';

export default toolCallRule(
  (toolCall) => {
    const content = valueAt(toolCall, 'content');
    if (!Array.isArray(content)) return undefined;
    let hasDiff = false;
    for (const [index, item] of content.entries()) {
      if (stringAt(item, 'type') !== 'diff') continue;
      hasDiff = true;
      const found = faultOf(item, `/content/${index}`);
      if (found) return found;
    }
    return hasDiff ? 'kept' : undefined;
  },
  {
    id: 'path/diff-is-absolute',
    grade: 'warning',
    versions: [1, 2],
    requires: 'The paths of a diff are absolute.',
    source: 'https://agentclientprotocol.com/protocol/v1/tool-calls',
    peers:
      'Editors show the diff without the file it belongs to, and cannot open it. Gemini CLI 0.61 replays diffs with the bare name of the file.',
    examples: {
      breaks: [
        '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit","content":[{"type":"diff","path":"a.txt","oldText":"a","newText":"b"}]}}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed","content":[{"type":"diff","path":"a.txt","oldText":"a","newText":"b"}]}}', // once
        '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit"}}\n< 1 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t","title":"Edit","content":[{"type":"diff","path":"a.txt","newText":"b"}]},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}',
      ],
      keeps: [
        '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit","content":[{"type":"diff","path":"/home/me/app/a.txt","oldText":"a","newText":"b"}]}}',
      ],
    },
  },
);

/** Version 1 has one path; version 2 has a list of changes, some with the old path as well. */
function faultOf(diff: unknown, pointer: string): ToolCallFault | undefined {
  const message = 'the path of a diff is not absolute';
  const own = relative(valueAt(diff, 'path'));
  if (own) return { message, pointer: `${pointer}/path`, ...own };
  const changes = valueAt(diff, 'changes');
  if (!Array.isArray(changes)) return undefined;
  for (const [index, change] of changes.entries())
    for (const member of ['path', 'oldPath']) {
      const found = relative(valueAt(change, member));
      if (found) return { message, pointer: `${pointer}/changes/${index}/${member}`, ...found };
    }
  return undefined;
}
