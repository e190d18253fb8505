import { valueAt, stringAt } from '#core/json/json.ts';
import { addNewest } from '#core/set-newest.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';

/** How many tool calls with a finding are remembered: every update of a tool call repeats the same location. */
const MAX_REMEMBERED = 64;

export default defineRule({
  id: 'path/line-counts-from-one',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  requires: 'Lines are counted from 1: in the locations of tool calls, and where the agent reads part of a file.',
  source: 'https://agentclientprotocol.com/protocol/v1/overview',
  peers: 'Editors go to the first line, or refuse the request: the agent is then one line off everywhere else.',
  start() {
    const reported = new Set<string>();

    function judge(line: unknown, pointer: string, { seq }: MessageRef, verdict: Verdict): void {
      if (typeof line !== 'number') return;
      if (line !== 0) return verdict.kept();
      const words = { message: 'a line has the number 0', seen: 'line: 0', expected: 'lines from 1' };
      verdict.broken({ seq, side: 'agent', pointer, ...words });
    }

    return {
      request({ exchange: { method, params, opened } }, verdict) {
        if (method === 'fs/read_text_file' && opened.from === 'agent')
          judge(valueAt(params, 'line'), '/params/line', opened, verdict);
      },
      update({ session, variant, update, ref }, verdict) {
        if (ref.from !== 'agent' || (variant !== 'tool_call' && variant !== 'tool_call_update')) return;
        const locations = valueAt(update, 'locations');
        if (!Array.isArray(locations) || locations.length === 0) return;
        const zero = locations.findIndex((location) => valueAt(location, 'line') === 0);
        if (zero === -1) return judge(valueAt(locations[0], 'line'), '', ref, verdict);
        const id = JSON.stringify([session, stringAt(update, 'toolCallId') ?? null]);
        if (reported.has(id)) return;
        addNewest(reported, id, MAX_REMEMBERED);
        judge(0, `/params/update/locations/${zero}/line`, ref, verdict);
      },
    };
  },
  examples: {
    breaks: [
      '< 1 fs/read_text_file {"sessionId":"s","path":"/a","line":0}',
      '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Read","locations":[{"path":"/a","line":0}]}}',
    ],
    keeps: [
      '< 1 fs/read_text_file {"sessionId":"s","path":"/a","line":1,"limit":10}',
      '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Read","locations":[{"path":"/a","line":7}]}}',
    ],
  },
});
