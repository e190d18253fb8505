import type { Attributes } from '@opentelemetry/api';
import {
  ATTR_GEN_AI_INPUT_MESSAGES,
  ATTR_GEN_AI_OUTPUT_MESSAGES,
  ATTR_GEN_AI_TOOL_CALL_ARGUMENTS,
  ATTR_GEN_AI_TOOL_CALL_RESULT,
} from '@opentelemetry/semantic-conventions/incubating';
import { titleText } from '#core/grouping/title.ts';
import { valueAt } from '#core/json/json.ts';
import { cutAfter } from '#core/text/cut.ts';
import { permissionSubject } from '#core/trace/permissions.ts';
import type { TracedMessage } from '#core/trace/trace.ts';

/** Longest content of one attribute, in UTF-16 units. Collectors and backends refuse large spans. */
const MAX_CONTENT = 16_384;

export const cutContent = (text: string): string => cutAfter(text, MAX_CONTENT).toWellFormed();

/** The texts of a turn, in the form that the GenAI conventions give messages. */
export function createTurnContent(prompt: unknown) {
  const input = cutContent(titleText(valueAt(prompt, 'prompt')));
  let output = '';
  return {
    /** Adds a chunk of the agent's answer. */
    add(message: TracedMessage | undefined): void {
      if (message?.message.kind !== 'notification' || output.length > MAX_CONTENT) return;
      output += titleText(valueAt(message.message.params, 'update', 'content'));
    },
    attributes: (): Attributes => ({
      [ATTR_GEN_AI_INPUT_MESSAGES]: messages('user', input),
      ...(output === '' ? {} : { [ATTR_GEN_AI_OUTPUT_MESSAGES]: messages('assistant', cutContent(output)) }),
    }),
  };
}

const messages = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** The title, input and output that an update or a permission request has of its tool call. */
export function toolCallContent({ message, toolCall }: TracedMessage): Attributes {
  const params = message.kind === 'response' ? undefined : message.params;
  const patch = valueAt(params, 'update') ?? permissionSubject(params);
  const [input, output] = [valueAt(patch, 'rawInput'), valueAt(patch, 'rawOutput')];
  return {
    ...(toolCall?.title === undefined ? {} : { 'acp.tool_call.title': cutContent(toolCall.title) }),
    ...(input === undefined ? {} : { [ATTR_GEN_AI_TOOL_CALL_ARGUMENTS]: cutContent(JSON.stringify(input)) }),
    ...(output === undefined ? {} : { [ATTR_GEN_AI_TOOL_CALL_RESULT]: cutContent(JSON.stringify(output)) }),
  };
}
