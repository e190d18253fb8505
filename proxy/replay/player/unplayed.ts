import type { Unplayed } from '../model/replay-report.ts';
import { isAgentLine, isClientLine, type AgentLine, type Playbook } from '../playbook/playbook.ts';
import type { Play } from './play.ts';

/**
 * The recorded frames that the client did not get, except those that `dropGated` or the test's `frame()` left out, and
 * those after the recorded client had closed.
 */
export const unplayed = ({ playbook, schedule }: Play): readonly Unplayed[] =>
  playbook.lines
    .filter(isAgentLine)
    .filter(({ index, afterEof }) => !afterEof && !schedule.isPlayed(index))
    .map((line) => ({ seq: line.seq, message: summarizeAgentLine(playbook, line) }));

/** `session/update tool_call`, `the answer to session/prompt`. */
export function summarizeAgentLine({ lines }: Playbook, { messages }: AgentLine): string {
  const words = messages.map((said) => {
    if (said.kind === 'request') return said.method;
    if (said.kind === 'notification')
      return said.variant === undefined ? said.method : `${said.method} ${said.variant}`;
    const request = said.to === undefined ? undefined : lines[said.to];
    return isClientLine(request) ? `the answer to ${request.method}` : 'a response without a request';
  });
  return words.length === 0 ? 'a line that is not a message' : words.join(', ');
}
