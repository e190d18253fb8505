import { withoutMarks } from './line-marks.ts';
import type { Found } from './spans.ts';

/** The map at `data:` and `stringData:` of a manifest: in braces, or in lines below. */
const DATA = /^(?<indent> *)(?:data|stringData):[ \t]*(?:(?<map>\{[^{}]{0,65536}\})|(?:#.*)?\r?$)/gm;

/** The same map in JSON. */
const JSON_DATA = /\\*"(?:data|stringData)\\*"\s*:\s*(?<map>\{[^{}]{0,65536}\})/g;

/** Values of a map in braces. */
const MEMBER = /:\s*(?:\\*"(?<quoted>[^"\\]+)|'(?<single>[^'\r\n]+)|(?<plain>[^\s"'\\{}[\],][^,}\r\n]*))/g;

/** A line of a map, up to its value, or up to the sign for lines of text below. */
const NAMED = /^[ \t]*["']?[\w./-]+["']?[ \t]*(?::(?=\s|$)|=)[ \t]*(?:[|>][+-]?\d?[+-]?[ \t]*\r?$)?/;

const KIND = /kind\\*["']?[ \t]*:[ \t]*\\*["']?Secret\b/;

/** The values of the Secrets in a text of Kubernetes manifests. */
export function kubernetesSecrets(marked: string): readonly Found[] {
  if (!marked.includes('Secret') || !KIND.test(marked)) return [];
  const text = withoutMarks(marked);
  const found: Found[] = [];
  const add = (start: number, value: string) => {
    if (value !== '') found.push({ start, end: start + value.length, rule: 'Secret of Kubernetes' });
  };
  const addMap = (at: number, map: string) => {
    for (const { index, 0: member, groups } of map.matchAll(MEMBER)) {
      const value = (groups?.['quoted'] ?? groups?.['single'] ?? groups?.['plain'] ?? '').trimEnd();
      add(at + index + member.lastIndexOf(value), value);
    }
  };
  if (/"kind\\*"\s*:\s*\\*"Secret\\*"/.test(text))
    for (const { index, 0: whole, groups } of text.matchAll(JSON_DATA))
      addMap(index + whole.indexOf('{'), groups?.['map'] ?? '');
  let start = 0;
  for (const manifest of text.split(/^(?= *---)/m)) {
    if (/^[ \t]*["']?kind["']?:[ \t]*["']?Secret\b/m.test(manifest))
      for (const { index, 0: whole, groups } of manifest.matchAll(DATA)) {
        const at = start + index;
        const map = groups?.['map'];
        if (map !== undefined) addMap(at + whole.indexOf('{'), map);
        else
          addLines(manifest, index + whole.length, (groups?.['indent'] ?? '').length, (from, value) =>
            add(start + from, value),
          );
      }
    start += manifest.length;
  }
  return found;
}

/** Finds the values in the following lines with a deeper indent. A line without a name is all value. */
function addLines(text: string, from: number, indent: number, add: (start: number, value: string) => void): void {
  for (let at = text.indexOf('\n', from) + 1; at > 0; at = text.indexOf('\n', at) + 1) {
    const line = lineAt(text, at);
    const depth = line.search(/\S/);
    if (depth === -1) continue;
    if (depth <= indent) return;
    const name = NAMED.exec(line)?.[0] ?? '';
    const value = line
      .slice(name.length)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .replace(/^#.*/, '');
    add(at + line.indexOf(value, name.length), value);
  }
}

const lineAt = (text: string, at: number): string => {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? text.length : end);
};
