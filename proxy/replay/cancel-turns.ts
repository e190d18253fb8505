import { assertNever } from '#core/wire/assert-never.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Play } from './play.ts';
import type { AgentLine, ClientLine } from './script.ts';

/**
 * Ends the open turns of a lane as an agent does that is told to: what was left of them is not played, and nothing more is expected of
 * the client for them. Its next prompt goes on with the next recorded turn.
 */
export function cancelTurns(play: Play, lane: number, now: number): void {
  const { script, schedule, expectations } = play;
  const prompts = [...play.openTurns(lane)].flatMap((index) => {
    const line = script.lines[index];
    return line?.from === 'client' ? [line] : [];
  });
  const left = linesLeft(play, lane, prompts);
  answer(play, prompts, left);
  schedule.drop(left);

  const isCancelled = new Set(prompts.map(({ index }) => index));
  const dropped = new Set(left.map(({ index }) => index));
  const asked = new Set(
    [...play.asked.values()].filter(({ line }) => line.lane === lane).map(({ line }) => line.index),
  );
  for (const line of script.client) {
    const isAnswer = line.asked !== undefined && (dropped.has(line.asked) || asked.has(line.asked));
    const isCancel = line.cancels?.every((prompt) => isCancelled.has(prompt)) ?? false;
    if (!(isAnswer || isCancel) || !expectations.isExpected(line)) continue;
    expectations.moot(line);
    schedule.meet(line.index, now);
  }
  play.openTurns(lane).clear();
  schedule.evaluate(lane);
}

/** What the turns had left: all up to their end, but for answers to other requests. */
function linesLeft({ script, schedule }: Play, lane: number, prompts: readonly ClientLine[]): readonly AgentLine[] {
  const own = new Set(prompts.map(({ index }) => index));
  const hasEnd = prompts.every(({ turnEnd }) => turnEnd !== undefined);
  const end = Math.max(...prompts.map(({ turnEnd }) => turnEnd ?? -1));
  return (script.lanes[lane] ?? []).filter((line) => {
    const isTheirs = line.index <= end || (!hasEnd && line.main !== undefined && own.has(line.main));
    const answersAnother = line.says.some(
      (said) => said.kind === 'response' && said.to !== undefined && !own.has(said.to),
    );
    return isTheirs && schedule.isPending(line.index) && !answersAnother;
  });
}

/** The one place where versions differ in how a cancelled turn ends. */
function answer(play: Play, prompts: readonly ClientLine[], left: readonly AgentLine[]): void {
  const { version } = play.script;
  switch (version) {
    case 1: // the prompt is answered: https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation
      for (const prompt of prompts) say(play, resultFor(play, prompt, '{"stopReason":"cancelled"}'));
      return;
    case 2: // open questions are withdrawn, and the session goes idle: …/protocol/v2/prompt-lifecycle
      for (const { said, line } of play.asked.values())
        if (prompts.some(({ lane }) => lane === line.lane))
          say(play, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${said.id}}}`);
      for (const line of left)
        if (line.says.some((said) => said.kind === 'response')) {
          play.do({ kind: 'send', seq: line.seq, bytes: play.remap.toLive(line, play.liveId) });
          play.reporting.played();
          for (const said of line.says) if (said.kind === 'response' && said.to !== undefined) settle(play, said.to);
        }
      for (const session of new Set(prompts.flatMap(({ session: id }) => (id === undefined ? [] : [id]))))
        say(
          play,
          `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(play.remap.liveSession(session))},"update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}`,
        );
      return;
    default:
      return assertNever(version);
  }
}

function resultFor(play: Play, prompt: ClientLine, result: string): string | undefined {
  const id = play.liveId(prompt.index);
  settle(play, prompt.index);
  return id === undefined ? undefined : `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

/** A request has had its answer. */
function settle(play: Play, request: number): void {
  for (const [id, line] of play.inFlight) if (line?.index === request) play.inFlight.delete(id);
}

function say(play: Play, text: string | undefined): void {
  if (text !== undefined) play.do({ kind: 'send', seq: null, bytes: encodeUtf8(`${text}\n`) });
}
