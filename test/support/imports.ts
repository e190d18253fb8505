import { posix } from 'node:path';
import { parseSync } from 'vite';

/** Where a node of the syntax tree holds the specifier. */
const IMPORTS: Readonly<Record<string, string>> = {
  ImportDeclaration: 'source',
  ExportNamedDeclaration: 'source',
  ExportAllDeclaration: 'source',
  ImportExpression: 'source',
  TSImportType: 'source',
  TSExternalModuleReference: 'expression',
};

/** Dynamic imports, types from `import('…')` and require: only the syntax tree has them. */
const CALL = /\b(?:import|require)\s*\(/;

/** The targets of all imports of a file: static, dynamic, type-only, `import('…')` in types, re-exports, require. */
export function specifiersOf(name: string, source: string): readonly string[] {
  const parsed = parseSync(name, source);
  if (parsed.errors.length > 0) throw new Error(`${name}: ${parsed.errors[0]?.message}`);
  if (CALL.test(source)) return [...sourcesIn(parsed.program)]; // its tree costs several times as much as all else
  const { staticImports, staticExports } = parsed.module;
  const named = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)];
  return named.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
}

type Node = Readonly<Record<string, unknown>>;

function* sourcesIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { type, callee, arguments: words } = node as Node;
  const source = (node as Node)[IMPORTS[String(type)] ?? ''] as Node | null | undefined;
  if (source) yield typeof source['value'] === 'string' ? source['value'] : 'a computed import';
  const isRequire = type === 'CallExpression' && (callee as Node)['name'] === 'require';
  if (isRequire) yield* sourcesIn({ type: 'ImportExpression', source: (words as readonly unknown[])[0] });
  for (const child of Object.values(node)) yield* sourcesIn(child);
}

/** A file of ours from the root; `node:`; or a package's name without the path inside it. */
export function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('#core/')) return specifier.replace('#core/', 'proxy/core/');
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith('node:')) return 'node:';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Whether a file has nothing that runs: types, and imports and exports of types. */
export function hasTypesOnly(name: string, source: string): boolean {
  const statements: readonly Node[] = parseSync(name, source).program.body.map((statement) => ({ ...statement }));
  return statements.every(
    ({ type, importKind, exportKind }) =>
      importKind === 'type' ||
      exportKind === 'type' ||
      type === 'TSInterfaceDeclaration' ||
      type === 'TSTypeAliasDeclaration',
  );
}
