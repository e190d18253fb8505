import { memberNames } from './shape.ts';
import { tablesOf } from './schema-of-version.ts';

/** The member names of all ACP objects, in any version and surface. */
export function knownMembers(): ReadonlySet<string> {
  const tables = [tablesOf(1), tablesOf(2)];
  const shapes = tables.flatMap(({ definitions, error }) => [...definitions.values(), error]);
  return new Set(['params', 'answer', 'result', 'error', ...shapes.flatMap((shape) => [...memberNames(shape)])]);
}
