/** A member in printed JSON: `findings[].rule`. */
export interface Member {
  readonly types: ReadonlySet<string>;
  /** Missing in some objects. */
  readonly isOptional: boolean;
}

/** A member in a table of docs/json.md. */
interface DocumentedMember extends Member {
  /** Its row, even if several sections have the type. */
  readonly row: string;
}

type Shape<Each extends Member> = ReadonlyMap<string, Each>;

/** Differences between printed JSON and the tables, and the rows of the tables that were printed. */
export function compareShapes(values: readonly unknown[], documented: Shape<DocumentedMember>) {
  const anys = new Set([...documented].filter(([, { types }]) => types.has('any')).map(([path]) => path));
  const found = shapeOf(values, anys);
  const differences: string[] = [];
  for (const [path, { types, isOptional }] of found) {
    const known = documented.get(path);
    if (!known) differences.push(`${path} is not in docs/json.md`);
    else if (isOptional && !known.isOptional) differences.push(`${path} is missing in some objects`);
    for (const type of types) if (known && !known.types.has(type)) differences.push(`${path} is ${type}`);
  }
  for (const [path, { isOptional }] of documented)
    if (!isOptional && !path.endsWith('[]') && !found.has(path) && isObject(found, parentOf(path)))
      differences.push(`${path} is never printed`);
  const rows = [...documented].filter(([path]) => found.has(path)).map(([, { row }]) => row);
  return { differences, rows };
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')));

const isObject = (found: Shape<Member>, path: string) => path === '' || found.get(path)?.types.has('object') === true;

/** The members of JSON values. Values at the paths of `any` are not looked into. */
function shapeOf(values: readonly unknown[], anys: ReadonlySet<string>): Shape<Member> {
  const found = new Map<string, Set<string>>();
  const counts = new Map<string, number>();

  function add(path: string, value: unknown): void {
    const type = anys.has(path) ? 'any' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    if (path !== '') found.set(path, (found.get(path) ?? new Set()).add(type));
    if (type === 'array') for (const each of value as unknown[]) add(`${path}[]`, each);
    if (type !== 'object') return;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    for (const [name, each] of Object.entries(value as object)) {
      const member = path === '' ? name : `${path}.${name}`;
      counts.set(`?${member}`, (counts.get(`?${member}`) ?? 0) + 1);
      add(member, each);
    }
  }

  for (const value of values) add('', value);
  const isOptional = (path: string) =>
    !path.endsWith('[]') && (counts.get(`?${path}`) ?? 0) < (counts.get(parentOf(path)) ?? 0);
  return new Map([...found].map(([path, types]) => [path, { types, isOptional: isOptional(path) }]));
}

/** A section of docs/json.md. */
export interface Section {
  readonly title: string;
  readonly commands: readonly string[];
  readonly shape: Shape<DocumentedMember>;
}

/** Reads the tables of a page, with the members of the types that they name. */
export function readSections(page: string): readonly Section[] {
  const [sections = '', typeTables = ''] = page.split(/^## Types$/m);
  const named = new Map(typeTables.split(/^### /m).map((text) => [text.split('\n')[0] ?? '', text]));

  function membersOf(table: string, text: string, before: string): readonly (readonly [string, DocumentedMember])[] {
    const included = /^The members of (.*)$/m.exec(text)?.[1]?.matchAll(/\[(\w+)\]\(#/g) ?? [];
    const rows = [...text.matchAll(/^\| `([^`]+)` +\| ([^|]+?) +\|/gm)];
    return [
      ...[...included].flatMap(([, name = '']) => membersOf(name, typeNamed(name), before)),
      ...rows.flatMap(([, member = '', type = '']) => {
        const path = `${before}${member.replace('?', '')}`;
        return typesAt(path, type, { row: `${table}: ${member}`, isOptional: member.endsWith('?') });
      }),
    ];
  }

  function typesAt(
    path: string,
    type: string,
    { row, isOptional }: Omit<DocumentedMember, 'types'>,
  ): readonly (readonly [string, DocumentedMember])[] {
    const alternatives = type.split(' or ');
    const types = new Set(
      alternatives.map((each) => (each.endsWith('[]') ? 'array' : named.has(each) ? 'object' : each)),
    );
    return [
      [path, { types, isOptional, row }],
      ...alternatives.flatMap((each) => {
        if (each.endsWith('[]')) return typesAt(`${path}[]`, each.slice(0, -2), { row, isOptional: false });
        return named.has(each) ? membersOf(each, typeNamed(each), `${path}.`) : [];
      }),
    ];
  }

  function typeNamed(name: string): string {
    const text = named.get(name);
    if (text === undefined) throw new Error(`docs/json.md has no type ${name}`);
    return text;
  }

  return sections
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const title = text.split('\n')[0] ?? '';
      const members = membersOf(title, text, '');
      const isArray = members.some(([path]) => path.startsWith('[]'));
      const root =
        isArray && !members.some(([path]) => path === '[]')
          ? typesAt('[]', 'object', { row: title, isOptional: false })
          : [];
      return {
        title,
        commands: /^```sh\n(.*?)^```/ms.exec(text)?.[1]?.trimEnd().split('\n') ?? [],
        shape: new Map([...root, ...members]),
      };
    });
}
