import { isAgentLine, isClientLine, type AgentLine, type Script } from '../playbook/playbook.ts';
import type { Unplayed } from '../report/report.ts';
import type { Play } from './play.ts';

/**
 * The recorded frames that the client did not get, except those that `dropGated` left out and those after the recorded
 * client had closed.
 */
export const unplayed = ({ script, schedule }: Play): readonly Unplayed[] =>
  script.lines
    .filter(isAgentLine)
    .filter(({ index, afterEof }) => !afterEof && !schedule.isPlayed(index))
    .map((line) => ({ seq: line.seq, message: agentLineInWords(script, line) }));

/** `session/update tool_call`, `the answer to session/prompt`. */
export function agentLineInWords({ lines }: Script, { says }: AgentLine): string {
  const words = says.map((said) => {
    if (said.kind === 'request') return said.method;
    if (said.kind === 'notification')
      return said.variant === undefined ? said.method : `${said.method} ${said.variant}`;
    const request = said.to === undefined ? undefined : lines[said.to];
    return isClientLine(request) ? `the answer to ${request.method}` : 'an answer to nothing';
  });
  return words.length === 0 ? 'a line that is no message' : words.join(', ');
}
