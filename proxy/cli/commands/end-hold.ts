import { AcptapError } from '#core/errors.ts';
import { decodeUtf8, fromBase64, toBase64 } from '#core/wire/bytes.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { lastMember } from '#core/wire/request-id.ts';
import { visible } from '#core/wire/visible.ts';
import { askYesOrNo } from '../output/ask-yes-or-no.ts';
import { editText } from '../live/edit-text.ts';
import { judgeLine } from '../live/judge-line.ts';
import { ask, findLive, withLiveAgents, type LiveAgent } from '../live/live-agents.ts';
import { print, warn } from '../output/output.ts';
import { heldRef, renderShortFinding } from '../render/held.ts';
import { layOutJson } from '../render/json-lines.ts';

/** `held release|drop REF:N`, or `all`. Prints the frames. */
export async function endHold(verb: 'release' | 'drop', target: string): Promise<void> {
  await withLiveAgents(async (agents) => {
    const done = verb === 'drop' ? 'dropped' : 'released';
    if (target !== 'all') {
      const { agent, number } = readTarget(agents, target);
      await ask(agent, { do: verb, number });
      return print(`${done} ${heldRef(agent.state.recording, number)}\n`);
    }
    for (const agent of agents) {
      const { recording, heldCount } = agent.state;
      await ask(agent, { do: verb, number: 'all' });
      if (heldCount > 0) await print(`${done} ${heldCount} in ${recording}\n`);
    }
  });
}

/** `held edit REF:N`: opens the frame in an editor, and sends the result. Exit code 1 if nothing was sent. */
export async function editHeld(target: string, { yes = false }: { readonly yes?: boolean }): Promise<0 | 1> {
  return withLiveAgents(async (agents) => {
    const { agent, number } = readTarget(agents, target);
    await ask(agent, { do: 'watch' }); // the frame stays while it is edited
    const ref = heldRef(agent.state.recording, number);
    const frame = agent.state.held.find((each) => each.number === number);
    const { bytes = '' } = await ask(agent, { do: 'frame', number });
    const before = decodeUtf8(fromBase64(bytes) ?? new Uint8Array());
    if (before === undefined || !frame)
      throw new AcptapError('usage', `${ref} is not text that an editor could show: release or drop it`);
    const shown = toOneLine(before) === undefined ? before : layOut(before);
    const edited = await editText(shown);
    if (edited === shown) {
      warn(`nothing was changed, and ${ref} is still held`);
      return 1;
    }
    const line = toOneLine(edited) ?? edited.trimEnd();
    if (line.includes('\n')) throw new AcptapError('usage', `nothing was sent: a frame that is not JSON is one line`);
    if (!(await mayBeSent(agent, frame.from, line, yes))) {
      warn(`nothing was sent, and ${ref} is still held`);
      return 1;
    }
    await ask(agent, { do: 'edit', number, bytes: toBase64(toFrame(line)) });
    await print(`edited ${ref}: ${visible(line)}\n`);
    return 0;
  });
}

/** `held answer REF:N JSON`: answers a held request, which is not delivered. Exit code 1 if nothing was sent. */
export async function answerHeld(
  target: string,
  json: string | undefined,
  { yes = false }: { readonly yes?: boolean },
): Promise<0 | 1> {
  const outcome = readOutcome(json);
  return withLiveAgents(async (agents) => {
    const { agent, number } = readTarget(agents, target);
    const ref = heldRef(agent.state.recording, number);
    const { bytes = '' } = await ask(agent, { do: 'frame', number });
    const frame = agent.state.held.find((each) => each.number === number);
    const id =
      frame?.kind === 'request'
        ? lastMember(decodeUtf8(fromBase64(bytes) ?? new Uint8Array()) ?? '{}', 'id')
        : undefined;
    if (!frame || id === undefined)
      throw new AcptapError('usage', `${ref} is not a request, so it cannot be answered: release, edit or drop it`);
    const line = `{"jsonrpc":"2.0","id":${id},${outcome}}`;
    if (!(await mayBeSent(agent, opposite(frame.from), line, yes))) {
      warn(`nothing was sent, and ${ref} is still held`);
      return 1;
    }
    await ask(agent, { do: 'answer', number, bytes: toBase64(toFrame(line)) });
    await print(`answered ${ref}: ${visible(line)}\n`);
    return 0;
  });
}

/** The member `result` or `error` of an answer, as it was written. */
function readOutcome(json: string | undefined): string {
  const line = json === undefined ? undefined : toOneLine(json);
  const given = line?.startsWith('{')
    ? (['result', 'error'] as const).flatMap((name) => {
        const value = lastMember(line, name);
        return value === undefined ? [] : [`"${name}":${value}`];
      })
    : [];
  const [outcome, second] = given;
  if (outcome !== undefined && second === undefined) return outcome;
  throw new AcptapError(
    'usage',
    `an answer is {"result": …} or {"error": …}, and this was given: ${json ?? 'nothing'}`,
  );
}

/** Prints the findings about a line. Returns true if it may be sent; asks if it has errors. */
async function mayBeSent({ state }: LiveAgent, from: Side, line: string, yes: boolean): Promise<boolean> {
  const findings = await judgeLine(state.recording, from, toFrame(line));
  for (const finding of findings) warn(renderShortFinding(finding));
  const isWrong = findings.some(({ grade }) => grade === 'error');
  return !isWrong || yes || askYesOrNo('Send it in spite of these errors?');
}

const layOut = (json: string): string =>
  layOutJson(json)
    .map(({ depth, text }) => `${'  '.repeat(depth)}${text}\n`)
    .join('');

/** @throws {AcptapError} for what is no `REF:N`, or no running agent. */
function readTarget(agents: readonly LiveAgent[], target: string) {
  const [, ref, number] = /^(.+):(\d+)$/.exec(target) ?? [];
  if (ref === undefined)
    throw new AcptapError('usage', `"${target}" is no held frame: give REF:N, as acptap held shows it`);
  return { agent: findLive(agents, ref), number: Number(number) };
}
