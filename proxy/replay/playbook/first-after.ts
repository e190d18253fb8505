import type { AgentLine } from './playbook.ts';

/** The position of a lane's first line after an index of the playbook. */
export function firstAfter(lines: readonly AgentLine[], index: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.index ?? 0) > index) high = middle;
    else low = middle + 1;
  }
  return low;
}
