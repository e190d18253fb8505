import { divergenceWithoutSeq } from '../matching/divergence.ts';
import { isClientLine, type AgentLine, type PlayedMessage } from '../playbook/playbook.ts';
import { neededCapability } from './missing-capabilities.ts';
import { decide, type FrameDecision } from './frame-hook.ts';
import { answerKey, type Play } from './play.ts';
import { summarizeAgentLine } from './unplayed.ts';

/** Sends a line of the agent that is due. Notes its requests as open, and the requests that it answers as answered. */
export function sendLine(play: Play, line: AgentLine, now: number): void {
  const lacking = line.messages.map((said) => lackedBy(play, said)).find((name) => name !== undefined);
  if (lacking !== undefined && play.options.dropGated) return skip(play, line, now);
  if (lacking !== undefined && line.messages.some(({ kind }) => kind === 'request') && !mayAsk(play, line, lacking))
    return;
  const recorded = play.remap.toLive(line, play.requests.idOf);
  const { bytes, isDropped, params } = play.decided.get(line.index) ?? unchanged(recorded);
  play.decided.delete(line.index);
  if (isDropped) {
    play.dropped.add(line.index);
    play.do({ kind: 'dropped', bytes: recorded });
    return leaveOut(play, line, now);
  }
  play.do({ kind: 'send', seq: line.seq, bytes, ...(bytes === recorded ? {} : { recorded }) });
  play.reporting.played();
  play.lastProgress = now;
  for (const said of line.messages) noteSent(play, line, said, now, params);
  endTurns(play, line);
}

const unchanged = (bytes: Uint8Array): FrameDecision => ({ bytes, isDropped: false, delay: 0 });

/** Asks the test's `frame()` how long a due line is delayed. An error in it ends the replay. */
export function delayOf(play: Play, line: AgentLine): number {
  const { hook, decided, playbook } = play;
  if (!hook || decided.has(line.index)) return 0;
  if (play.options.dropGated && line.messages.some((said) => lackedBy(play, said) !== undefined)) return 0;
  const answered = line.messages.map((said) =>
    said.kind === 'response' ? playbook.lines[said.to ?? -1] : undefined,
  )[0];
  try {
    const bytes = play.remap.toLive(line, play.requests.idOf);
    const request = isClientLine(answered) ? answered : undefined;
    const session = request?.session === undefined ? undefined : play.remap.liveSession(request.session, line);
    const params = request && play.requests.paramsOf(request);
    const decision = decide(hook, line.seq, bytes, { method: request?.method, params, session });
    decided.set(line.index, decision);
    return decision.delay;
  } catch (cause) {
    const text = `frame() failed at ${summarizeAgentLine(playbook, line)} (#${line.seq}): ${String(cause)}`;
    const divergence = { ...divergenceWithoutSeq(text, 'nothing'), seq: line.seq };
    play.reporting.failed(text);
    play.reporting.diverged(divergence);
    play.abandon(divergence);
    return 0;
  }
}

function lackedBy({ playbook, missing }: Play, said: PlayedMessage): string | undefined {
  const needed = missing.size === 0 ? undefined : neededCapability(said, playbook.version);
  return needed !== undefined && missing.has(needed) ? needed : undefined;
}

/** Leaves out a line that the client cannot take. */
function skip(play: Play, line: AgentLine, now: number): void {
  const lacking = line.messages.map((said) => lackedBy(play, said)).join(', ');
  play.reporting.note(`left out what the client does not know (${lacking})`);
  leaveOut(play, line, now);
}

/** Leaves out a line and stops waiting for the client's answers to it. */
function leaveOut({ expectations, schedule }: Play, { index }: AgentLine, now: number): void {
  for (const answer of expectations.answersTo(index)) {
    expectations.moot(answer);
    schedule.markMet(answer.index, now);
  }
}

function mayAsk(play: Play, { seq, messages }: AgentLine, lacking: string): boolean {
  const method = messages.map((said) => (said.kind === 'request' ? said.method : '')).join('');
  const text = `the recording sends ${method} (#${seq}), which needs the client capability ${lacking}, and the client does not advertise it`;
  const divergence = {
    ...divergenceWithoutSeq(text, `no capability ${lacking}`, `the client capability ${lacking}`),
    seq,
  };
  play.reporting.diverged(divergence);
  if (play.options.onDivergence === 'fail') play.abandon(divergence);
  return !play.isOver();
}

function noteSent(play: Play, line: AgentLine, said: PlayedMessage, now: number, changed: unknown): void {
  if (said.kind === 'request') {
    const answer = play.expectations
      .answersTo(line.index)
      .find(({ message }) => message?.kind === 'response' && message.id === said.id);
    play.asked.add(said.id, { line, said, params: changed ?? said.params, answer, at: now });
  }
  if (said.kind !== 'response' || said.to === undefined) return;
  const request = play.playbook.lines[said.to];
  if (!isClientLine(request)) return;
  play.requests.settle(request);
  play.lastAnswers.set(answerKey(request.method, request.session), line);
}

function endTurns({ openTurns, playbook, asked }: Play, { lane, index }: AgentLine): void {
  const open = openTurns(lane);
  if (open.size === 0) return;
  for (const prompt of open) {
    const line = playbook.lines[prompt];
    if (isClientLine(line) && line.turnEnd === index) open.delete(prompt);
  }
  if (open.size === 0) asked.settle(lane);
}
