import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording, type Judgement, type RecordingEnd } from '#core/rules/engine/judge-recording.ts';
import type { Rule } from '#core/rules/engine/rule.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

/** How a conversation of version 1 begins: every capability that examples need, and a session `s`. Its ids are its own. */
export const HANDSHAKE_AND_SESSION = `
  > "open-1" initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true},"clientInfo":{"name":"editor","version":"1.0.0"}}
  < "open-1" ok {"protocolVersion":1,"agentCapabilities":{"loadSession":true,"sessionCapabilities":{"list":{},"fork":{}}},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[]}
  > "open-2" session/new {"cwd":"/home/me/app","mcpServers":[]}
  < "open-2" ok {"sessionId":"s"}
`;

/**
 * Examples of rules say what matters and begin in a session; those that begin otherwise start with a comment saying
 * how, or hold an `initialize` of their own.
 */
export const wholeExample = (example: string): string =>
  /^\s*#/.test(example) || / initialize /.test(example) ? example : `${HANDSHAKE_AND_SESSION}\n${example}`;

/**
 * Judges a transcript as `check` would. Without an `exit` or `interrupted` event it is live: nothing is missing yet.
 * @throws {Error} for what could not be judged: no test is about that without knowing.
 */
export function judgeTranscript(rules: readonly Rule[], transcript: string): Judgement {
  const entries = parseTranscript(transcript);
  const judgement = judgeRecording(entries, rules, endOf(entries));
  const [trouble] = judgement.troubles;
  if (trouble) throw new Error(`${trouble.rule ?? 'the fold'} failed at entry ${trouble.seq}: ${trouble.message}`);
  return judgement;
}

/** The findings of all rules in a conversation that has begun, each as `rule grade side`. */
export const findingsIn = (transcript: string): readonly string[] =>
  judgeTranscript(catalogue, wholeExample(transcript)).findings.map(
    ({ rule, grade, side }) => `${rule} ${grade} ${side}`,
  );

function endOf(entries: readonly Entry[]): RecordingEnd {
  const last = entries.at(-1);
  if (last?.kind !== 'event' || !['exit', 'interrupted'].includes(last.event.event)) return 'live';
  return 'code' in last.event && last.event.code === 0 ? 'orderly' : 'cut';
}
