import { AcptapError } from '#core/errors.ts';
import { decodeUtf8, fromBase64, toBase64 } from '#core/wire/bytes.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { visible } from '#core/wire/visible.ts';
import { askYesOrNo } from '../ask-yes-or-no.ts';
import { editText } from '../live/edit-text.ts';
import { judgeLine } from '../live/judge-line.ts';
import { ask, findLive, withLiveAgents, type LiveAgent } from '../live/live-agents.ts';
import { print, warn } from '../output.ts';
import { heldRef, renderShortFinding } from '../render/held.ts';
import { layOutJson } from '../render/json-lines.ts';

/** `held release|drop REF:N`, or `all`. Prints the frames. */
export async function settleHeld(verb: 'release' | 'drop', target: string): Promise<void> {
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

/** `held edit REF:N`: sends what a person makes of the frame in an editor. Exit code 1 if nothing was sent. */
export async function editHeld(target: string, { yes = false }: { readonly yes?: boolean }): Promise<0 | 1> {
  return withLiveAgents(async (agents) => {
    const { agent, number } = readTarget(agents, target);
    await ask(agent, { do: 'watch' }); // the frame stays while it is edited
    const ref = heldRef(agent.state.recording, number);
    const frame = agent.state.held.find((each) => each.number === number);
    const { bytes = '' } = await ask(agent, { do: 'frame', number });
    const before = decodeUtf8(fromBase64(bytes) ?? new Uint8Array());
    if (before === undefined || !frame) throw new AcptapError('usage', `${ref} is no text, which an editor could show`);
    const shown = toOneLine(before) === undefined ? before : layOut(before);
    const edited = await editText(shown);
    if (edited === shown) {
      warn(`nothing was changed, and ${ref} is still held`);
      return 1;
    }
    const line = toOneLine(edited) ?? edited.trimEnd();
    if (line.includes('\n')) throw new AcptapError('usage', `nothing was sent: a frame that is no JSON is one line`);
    const findings = await judgeLine(agent.state.recording, frame.from, toFrame(line));
    for (const finding of findings) warn(renderShortFinding(finding));
    const isWrong = findings.some(({ grade }) => grade === 'error');
    if (isWrong && !yes && !(await askYesOrNo('Send it in spite of these errors?'))) {
      warn(`nothing was sent, and ${ref} is still held`);
      return 1;
    }
    await ask(agent, { do: 'edit', number, bytes: toBase64(toFrame(line)) });
    await print(`edited ${ref}: ${visible(line)}\n`);
    return 0;
  });
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
