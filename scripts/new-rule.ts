/**
 * Creates a rule: `npm run new-rule area/what-must-be-true` writes a skeleton and adds it to the catalogue. The
 * catalogue's test fails until the skeleton is complete.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const RULES = 'proxy/core/rules';
const CATALOGUE = `${RULES}/catalogue.ts`;

const IMPORT = /^import (\w+) from '\.\/([a-z-]+)\/([^']+)\.ts';$/;

newRule(process.argv.slice(2));

function newRule(words: readonly string[]): void {
  const [id = ''] = words;
  const [, area, name] = /^([a-z]+(?:-[a-z]+)*)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(id) ?? [];
  if (words.length !== 1 || area === undefined || name === undefined)
    return refuse('give one name like cancel/pending-permissions-are-cancelled: an area, and what must be true');
  const path = `${RULES}/${id}.ts`;
  if (existsSync(path)) return refuse(`${path} exists already`);

  const catalogue = withRule(readFileSync(CATALOGUE, 'utf8'), area, name);
  if (catalogue === undefined) return refuse(`${CATALOGUE} is not as this script expects it: add the rule by hand`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, skeleton(id));
  writeFileSync(CATALOGUE, catalogue);
  process.stdout.write(`${path} is in the catalogue. Fill it in, bump RULE_SET in ${CATALOGUE}, then: npm run check\n`);
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

/** Adds an import in alphabetical order, and an entry, the last of its area, to the catalogue. */
function withRule(source: string, area: string, name: string): string | undefined {
  const lines = source.split('\n');
  const imported = lines.flatMap((line, index) => {
    const [, identifier = '', ofArea = '', file = ''] = IMPORT.exec(line) ?? [];
    return identifier === '' ? [] : [{ index, identifier, area: ofArea, path: `${ofArea}/${file}` }];
  });
  const end = lines.lastIndexOf('];');
  const last = imported.at(-1);
  if (end === -1 || !last) return undefined;

  const taken = new Set(imported.map(({ identifier }) => identifier));
  const identifier = taken.has(camelCase(name)) ? camelCase(`${area}-${name}`) : camelCase(name);
  const ofArea = new Set(imported.filter((each) => each.area === area).map((each) => `  ${each.identifier},`));
  const lastOfArea = lines.findLastIndex((line) => ofArea.has(line));
  const entry = lastOfArea === -1 ? [`  // ${area}`, `  ${identifier},`] : [`  ${identifier},`];
  const after = imported.find(({ path }) => path > `${area}/${name}`);

  // The entry first: it is below the imports, so their line numbers stay valid.
  lines.splice(lastOfArea === -1 ? end : lastOfArea + 1, 0, ...entry);
  lines.splice(after?.index ?? last.index + 1, 0, `import ${identifier} from './${area}/${name}.ts';`);
  return lines.join('\n');
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, first: string) => first.toUpperCase());
}
