import type { SaveRequest } from '#core/contract/share.ts';

/** The name of a saved file. Those of parts differ, so that a part does not replace the whole. */
export function savedFileName(id: string, { share: { as, of, q }, page }: SaveRequest): string {
  const isPart = as === 'jsonl' && (of !== 'filter' || q !== '');
  return `${id.replaceAll(/[^\w.-]/g, '_')}${isPart ? '-part' : ''}${page ? '.html' : '.acp.jsonl'}`;
}
