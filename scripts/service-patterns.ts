import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** A pattern of a service's keys, with the service's name. */
export interface ServicePattern {
  readonly service: string;
  readonly source: string;
}

/** With fewer patterns, the format of the rule set has changed, and this script cannot read it. */
const FEWEST = 20;

/**
 * Excludes patterns of URLs, key blocks and lines, which acptap masks in part. Counts from 1,000 make a search slow.
 */
const NOT_A_KEY = /:\\\/\\\/|PRIVATE KEY|\.\*|\d{4}\}/;

/**
 * The patterns of secretlint's recommended rules: global regular expressions in constants named `…pattern`. Extends a
 * key to the end of its word, because a rule with an exact length would miss a longer key.
 */
export function servicePatterns(): readonly ServicePattern[] {
  const path = fileURLToPath(import.meta.resolve('@secretlint/secretlint-rule-preset-recommend'));
  const found = new Map<string, string>();
  for (const { service, pattern } of patternsIn(readFileSync(path, 'utf8'))) {
    if (NOT_A_KEY.test(pattern)) continue;
    const open = pattern.replace(/^\(\?<!\\p\{L\}\)|^\\b/, '').replace(/(?:\(\?!\[?[^()]*\)|\\b)$/, '');
    const source = `(?:${open.replaceAll(/\(\?<\w+>/g, '(?:')})[\\w-]*`;
    found.set(RegExp(source).source, service); // an invalid pattern fails here, not in the program
  }
  if (found.size < FEWEST)
    throw new Error(`secretlint's rules have only ${found.size} patterns that this script can read`);
  return [...found].map(([source, service]) => ({ service, source }));
}

/** Reads rules in order: each declares its messages, then its patterns, and later its id. */
function patternsIn(source: string): readonly { readonly service: string; readonly pattern: string }[] {
  const rules = [{ service: '', patterns: new Array<string>() }];
  for (const { node, constant } of nodesOf(parseSync('rules.js', source).program, '')) {
    const { type, regex, value } = node as {
      type?: string;
      regex?: { flags: string; pattern: string };
      value?: unknown;
    };
    const rule = rules.at(-1);
    if (type === 'VariableDeclarator' && constant.startsWith('messages')) rules.push({ service: '', patterns: [] });
    else if (regex?.flags.includes('g') && /pattern$/i.test(constant)) rule?.patterns.push(regex.pattern);
    else if (rule && typeof value === 'string')
      rule.service ||= /^@secretlint\/secretlint-rule-([\w-]+)$/.exec(value)?.[1] ?? '';
  }
  return rules.flatMap(({ service, patterns }) => patterns.map((pattern) => ({ service, pattern })));
}

/** The nodes of a syntax tree in source order, each with the name of the constant that it initialises. */
function* nodesOf(node: unknown, constant: string): Generator<{ readonly node: object; readonly constant: string }> {
  if (typeof node !== 'object' || node === null) return;
  const { type, id } = node as { type?: string; id?: { name?: string } };
  const below = type === 'VariableDeclarator' ? (id?.name ?? '') : constant;
  yield { node, constant: below };
  for (const child of Object.values(node)) yield* nodesOf(child, below);
}
