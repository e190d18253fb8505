import type { SaveRequest, ShareQuery } from '#core/contract/share.ts';

/**
 * Returns the name of a saved file. A part has the number of its turn, group or entry in it, other filters `part`, and the
 * canonical recording `fixture`.
 */
export function savedFileName(id: string, { share, page }: SaveRequest): string {
  const own = id.replace(/^file:/, '').replace(/\.acp\.jsonl$/, ''); // ids of files opened in the page look like `file:demo.acp.jsonl`
  return `${own.replaceAll(/[^\w.-]/g, '_')}${partName(share)}${page ? '.html' : '.acp.jsonl'}`;
}

function partName({ as, of, q, seq }: ShareQuery): string {
  if (as === 'fixture') return '-fixture';
  if (as !== 'jsonl' || (of === 'filter' && q === '')) return '';
  if (of !== 'filter' && seq !== null) return `-${of}-${seq}`;
  const [, turn] = /^turn:(\d+)(?:$| or \()/.exec(q) ?? [];
  return turn === undefined ? '-part' : `-turn-${turn}`;
}
