import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import { findingKey, goneFindingLine } from '../check/baseline.ts';
import { version } from '../version.gen.ts';
import type { Checked, Report } from './report.ts';
import { toJsonText } from './json.ts';

const LEVELS = { error: 'error', warning: 'warning', note: 'note' } as const;

/** SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), one run for all recordings. */
export function createSarifReport(): Report {
  const results: object[] = [];
  const rules = new Map<string, Rule>();
  const counts = new Map<string, number>();
  return {
    add(checked) {
      for (const rule of checked.rules) rules.set(rule.id, rule);
      for (const finding of checked.findings) {
        const key = `${checked.ref} ${findingKey(finding)}`;
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        results.push({ ...toResult(checked, finding), partialFingerprints: fingerprint(key, count) });
      }
      return '';
    },
    end: (gone) => `${toJsonText(log([...rules.values()], results, gone), 2)}\n`,
  };
}

/** Known findings that are gone are notifications of the run, not results. */
const log = (rules: readonly Rule[], results: readonly object[], gone: readonly string[]) => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'acptap', version, rules: rules.map(toDescriptor) } },
      ...(gone.length > 0 ? { invocations: [invocation(gone)] } : {}),
      columnKind: 'utf16CodeUnits',
      results,
    },
  ],
});

const invocation = (gone: readonly string[]) => ({
  executionSuccessful: true,
  toolExecutionNotifications: gone.map((known) => ({ level: 'error', message: { text: goneFindingLine(known) } })),
});

const toDescriptor = ({ id, grade, requires, peers, source }: Rule) => ({
  id,
  shortDescription: { text: requires },
  help: { text: peers },
  helpUri: source,
  defaultConfiguration: { level: LEVELS[grade] },
});

/**
 * GitHub recognises an alert of an earlier run only by this member. Without it, GitHub hashes the text of the line,
 * which has times and ids.
 */
const fingerprint = (key: string, count: number) => ({
  primaryLocationLineHash: `${createHash('sha256').update(key).digest('hex').slice(0, 16)}:${count}`,
});

/** In a recording file, entry N is on line N + 2, after the header; a stored recording has a name but no location. */
function toResult(
  { ref, summary }: Checked,
  { rule, grade, side, seq, message, seen, expected, related = [] }: Finding,
) {
  const details = [
    `${message}, fault of the ${side}.`,
    seen === undefined ? '' : `Seen: ${seen}.`,
    expected === undefined ? '' : `Expected: ${expected}.`,
  ];
  const location = (at: number) => ({
    ...(ref.endsWith('.jsonl')
      ? { physicalLocation: { artifactLocation: { uri: uriOf(ref) }, region: { startLine: at + 2 } } }
      : {}),
    logicalLocations: [{ fullyQualifiedName: `${summary.id}#${at}`, kind: 'element' }],
  });
  return {
    ruleId: rule,
    level: LEVELS[grade],
    message: { text: details.filter((text) => text !== '').join(' ') },
    locations: [location(seq)],
    ...(related.length > 0 ? { relatedLocations: [...new Set(related)].map(location) } : {}), // duplicates are not allowed
  };
}

/** Relative paths stay relative: SARIF readers resolve them against the checkout. */
function uriOf(path: string): string {
  return path.startsWith('/') ? pathToFileURL(path).href : path.split(/[\\/]/).map(encodeURIComponent).join('/');
}
