import type { SaveRequest, ShareQuery } from '#core/contract/share.ts';

/** The name of a saved file. Those of parts differ, so that a part replaces neither the whole nor another part. */
export function savedFileName(id: string, { share, page }: SaveRequest): string {
  const own = id.replace(/^file:/, '').replace(/\.acp\.jsonl$/, ''); // of a file that was opened in the page
  return `${own.replaceAll(/[^\w.-]/g, '_')}${partName(share)}${page ? '.html' : '.acp.jsonl'}`;
}

function partName({ as, of, q, seq }: ShareQuery): string {
  if (as !== 'jsonl' || (of === 'filter' && q === '')) return '';
  if (of !== 'filter' && seq !== null) return `-${of}-${seq}`;
  const [, turn] = /^turn:(\d+)(?: |$)/.exec(q) ?? [];
  return turn === undefined ? '-part' : `-turn-${turn}`;
}
