import { assertNever } from '#core/assert-never.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { isClientLine, type AgentLine, type ClientLine, type PlayedMessage } from '../playbook/playbook.ts';
import type { Play } from './play.ts';

/**
 * Ends the open turns of a lane like an agent that was cancelled: drops the rest of them and expects nothing more of
 * the client for them. The client's next prompt continues with the next recorded turn.
 */
export function cancelTurns(play: Play, lane: number, now: number): void {
  const { playbook, schedule, expectations } = play;
  const prompts = [...play.openTurns(lane)].flatMap((index) => {
    const line = playbook.lines[index];
    return line?.from === 'client' ? [line] : [];
  });
  const left = linesLeft(play, lane, prompts);
  answer(play, lane, prompts, left);
  schedule.drop(left);

  const isCancelled = new Set(prompts.map(({ index }) => index));
  const questions = new Set([...left, ...[...play.asked.inLane(lane).values()].map(({ line }) => line)]);
  const answers = [...questions].flatMap(({ index }) => expectations.answersTo(index));
  const cancels = prompts
    .flatMap(({ index }) => [...expectations.cancelsOf(index)])
    .filter((line) => line.cancels?.every((prompt) => isCancelled.has(prompt)));
  for (const line of [...answers, ...cancels].toSorted((a, b) => a.index - b.index)) {
    if (!expectations.isExpected(line)) continue;
    expectations.moot(line);
    schedule.markMet(line.index, now);
  }
  play.openTurns(lane).clear();
  play.asked.settle(lane);
  schedule.evaluate(lane);
}

/** The lines left of the turns, up to their end, without answers to other requests. */
function linesLeft({ schedule }: Play, lane: number, prompts: readonly ClientLine[]): readonly AgentLine[] {
  const own = new Set(prompts.map(({ index }) => index));
  const hasEnd = prompts.every(({ turnEnd }) => turnEnd !== undefined);
  const end = Math.max(...prompts.map(({ turnEnd }) => turnEnd ?? -1));
  const latest = Math.max(...own);
  const left: AgentLine[] = [];
  for (const line of schedule.left(lane)) {
    const isAfter = line.main !== undefined && line.main > latest; // belongs to a later prompt: keep it
    if (line.index > end && (hasEnd || isAfter)) break;
    const isTheirs = line.index <= end || (line.main !== undefined && own.has(line.main));
    const answersAnother = line.messages.some(
      (said) => said.kind === 'response' && said.to !== undefined && !own.has(said.to),
    );
    if (isTheirs && !answersAnother) left.push(line);
  }
  return left;
}

/** Ends a cancelled turn as its protocol version demands. Only here does a cancel depend on the version. */
function answer(play: Play, lane: number, prompts: readonly ClientLine[], left: readonly AgentLine[]): void {
  const { version } = play.playbook;
  switch (version) {
    case 1: // the prompt is answered: https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation
      for (const prompt of prompts) send(play, resultFor(play, prompt, '{"stopReason":"cancelled"}'));
      return;
    case 2: // open questions are withdrawn, and the session goes idle: …/protocol/v2/prompt-lifecycle
      for (const { said } of play.asked.inLane(lane).values())
        send(play, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":${said.id}}}`);
      for (const line of left)
        if (line.messages.some((said) => said.kind === 'response')) {
          play.do({ kind: 'send', seq: line.seq, bytes: play.remap.toLive(line, play.requests.idOf) });
          play.reporting.played();
          play.schedule.drop([line], true);
          for (const said of line.messages) settle(play, said);
        }
      for (const session of new Set(prompts.flatMap(({ session: id }) => (id === undefined ? [] : [id]))))
        send(
          play,
          `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(play.remap.liveSession(session))},"update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}`,
        );
      return;
    default:
      return assertNever(version);
  }
}

function settle(play: Play, said: PlayedMessage): void {
  const request = said.kind === 'response' && said.to !== undefined ? play.playbook.lines[said.to] : undefined;
  if (isClientLine(request)) play.requests.settle(request);
}

function resultFor(play: Play, prompt: ClientLine, result: string): string | undefined {
  const id = play.requests.idOf(prompt.index);
  play.requests.settle(prompt);
  return id === undefined ? undefined : `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

function send(play: Play, text: string | undefined): void {
  if (text !== undefined) play.do({ kind: 'send', seq: null, bytes: encodeUtf8(`${text}\n`) });
}
