import { AcptapError } from '#core/errors.ts';
import { toBase64 } from '#core/wire/bytes.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { judgeLine } from '../live/judge-line.ts';
import { ask, findLive, withLiveAgents } from '../live/live-agents.ts';
import { warn } from '../output/output.ts';
import { heldRef, renderShortFinding } from '../render/held.ts';

/** `inject REF toward SIDE JSON`: writes a line to one side. Prints what the rules find in it. */
export async function inject(ref: string, toward: Side, json: string): Promise<void> {
  const line = toOneLine(json);
  if (line === undefined) throw new AcptapError('usage', `this is not JSON, so nothing was written: ${json}`);
  await withLiveAgents(async (agents) => {
    const agent = findLive(agents, ref);
    const from = opposite(toward);
    const { recording, held } = agent.state;
    const findings = await judgeLine(recording, from, toFrame(line));
    await ask(agent, { do: 'inject', toward, bytes: toBase64(toFrame(line)) });
    for (const finding of findings) warn(renderShortFinding(finding));
    const before = held.find((frame) => frame.from === from);
    if (before) warn(`it waits behind the held frame ${heldRef(recording, before.number)}`);
  });
}
