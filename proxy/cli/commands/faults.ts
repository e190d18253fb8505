import { faultKinds } from '#core/intervene/fault.ts';
import { print } from '../output/output.ts';
import { toJsonText } from '../render/json.ts';

/** `faults`: what `run --fault` can do, with an example of each. */
export async function faults({ json }: { readonly json?: boolean }): Promise<void> {
  await print(json ? `${toJsonText(faultKinds, 2)}\n` : helpText());
}

const helpText =
  (): string => `A fault is: KIND [ARGUMENTS] [RATE%] [once | every N | after N | at most N] [where FILTER]

RATE is the share of the matching frames. mute, close, exit and kill act once, behind a matching frame; with after N behind
the frame number N. The other kinds leave the first N frames alone. FILTER is a filter of acptap show, without dur:, has:,
rule: and seq:, which are not known yet when a frame arrives. Times have a unit: 5ms, 2s.

${faultKinds.map(({ usage, about, example }) => `  ${usage}\n      ${about}\n      --fault ${quoted(example)}\n`).join('')}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
