/**
 * Creates a rule: `npm run new-rule area/what-must-be-true` writes a skeleton and adds it to the rules of its area. The
 * catalogue's test fails until the skeleton is complete.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const RULES = 'proxy/core/rules';
const CATALOGUE = `${RULES}/catalogue.ts`;

newRule(process.argv.slice(2));

function newRule(words: readonly string[]): void {
  const [id = ''] = words;
  const [, area, name] = /^([a-z]+(?:-[a-z]+)*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(id) ?? [];
  if (words.length !== 1 || area === undefined || name === undefined)
    return refuse('give one name like cancel/pending-permissions-are-cancelled: an area, and what must be true');
  const path = `${RULES}/${id}.ts`;
  if (existsSync(path)) return refuse(`${path} exists already`);

  const list = `${RULES}/${area}/${area}-rules.ts`;
  if (!existsSync(list)) {
    const catalogue = withArea(readFileSync(CATALOGUE, 'utf8'), area);
    if (catalogue === undefined) return refuse(`${CATALOGUE} is not as this script expects it: add ${list} by hand`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(CATALOGUE, catalogue);
    writeFileSync(list, emptyList(area));
  }
  const rules = withRule(readFileSync(list, 'utf8'), name);
  if (rules === undefined) return refuse(`${list} is not as this script expects it: add the rule by hand`);
  writeFileSync(path, skeleton(id));
  writeFileSync(list, rules);
  process.stdout.write(`${path} is in ${list}. Fill it in, bump RULE_SET in ${CATALOGUE}, then: npm run check\n`);
}

function refuse(why: string): void {
  process.stderr.write(`new-rule: ${why}\n`);
  process.exitCode = 2;
}

function skeleton(id: string): string {
  return `import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: '${id}',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires: '',
  source: 'https://agentclientprotocol.com/protocol/v1/overview',
  peers: '',
  start: () => ({
    request(_event, verdict) {
      verdict.kept();
    },
  }),
  examples: {
    breaks: [],
    keeps: [],
  },
});
`;
}

function emptyList(area: string): string {
  return `import type { Rule } from '../engine/rule.ts';\n\nexport const ${camelCase(area)}Rules: readonly Rule[] = [\n];\n`;
}

/** Adds an area to the catalogue, as the last one. */
function withArea(source: string, area: string): string | undefined {
  const list = `${camelCase(area)}Rules`;
  return withEntry(source, `import { ${list} } from './${area}/${area}-rules.ts';`, `...${list}`);
}

/** Adds a rule to the list of its area, as the last one. */
function withRule(source: string, name: string): string | undefined {
  return withEntry(source, `import ${camelCase(name)} from './${name}.ts';`, camelCase(name));
}

/** Adds an import in alphabetical order, and an entry at the end of the list. */
function withEntry(source: string, imported: string, entry: string): string | undefined {
  const lines = source.split('\n');
  const end = lines.lastIndexOf('];');
  const lastImport = lines.findLastIndex((line) => line.startsWith('import '));
  if (end === -1 || lastImport === -1) return undefined;
  const pathOf = (line: string) => / from '([^']+)';$/.exec(line)?.[1] ?? '';
  const after = lines.findIndex((line) => pathOf(line).startsWith('./') && pathOf(line) > pathOf(imported));
  // The entry first: it is below the imports, so their line numbers stay valid.
  lines.splice(end, 0, `  ${entry},`);
  lines.splice(after === -1 ? lastImport + 1 : after, 0, imported);
  return lines.join('\n');
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, first: string) => first.toUpperCase());
}
