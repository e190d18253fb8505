import type { Found } from './spans.ts';

/** What stands below `data:` and `stringData:`, by its indent. */
const DATA = /^(?<indent>[ \t]*)(?:data|stringData):[ \t]*\r?\n(?<lines>(?:\k<indent>[ \t]+\S.*(?:\r?\n|$))+)/gm;
const LINE = /^[ \t]+[\w.-]+:[ \t]*["']?(?<value>[^\s"'#|>][^\s"'#]*)/gm;

/** The same in JSON that is in another text. */
const JSON_DATA = /\\*"(?:data|stringData)\\*"\s*:\s*\{(?<members>[^{}]{0,65536})\}/g;
const MEMBER = /:\s*\\*"(?<value>[^"\\]+)/g;

/** The values of the Secrets in a text of Kubernetes manifests. */
export function kubernetesSecrets(text: string): readonly Found[] {
  if (!text.includes('Secret')) return [];
  const found: Found[] = [];
  const add = (at: number, { index, 0: whole, groups }: RegExpExecArray) => {
    const end = at + index + whole.length;
    found.push({ start: end - (groups?.['value'] ?? '').length, end, rule: 'Secret of Kubernetes' });
  };
  if (/"kind\\*"\s*:\s*\\*"Secret\\*"/.test(text))
    for (const { index, 0: whole, groups } of text.matchAll(JSON_DATA))
      for (const member of (groups?.['members'] ?? '').matchAll(MEMBER)) add(index + whole.indexOf('{') + 1, member);
  let start = 0;
  for (const document of text.split(/^(?=---)/m)) {
    if (/^[ \t-]*kind:[ \t]*["']?Secret\b/m.test(document))
      for (const { index, 0: whole, groups } of document.matchAll(DATA)) {
        const lines = groups?.['lines'] ?? '';
        const at = start + index + whole.length - lines.length;
        for (const line of lines.matchAll(LINE)) add(at, line);
      }
    start += document.length;
  }
  return found;
}
