import type { Side } from '#core/wire/entry.ts';
import { knownMethods, type ProtocolVersion } from './methods.ts';
import { tablesOf } from './schema-of-version.ts';
import { isCurrent, type Shape } from './shape.ts';

/** The methods that one side may send, by name. */
export const templateMethods = (from: Side, version: ProtocolVersion): readonly string[] =>
  [
    ...knownMethods({ from, kind: 'request', version }),
    ...knownMethods({ from, kind: 'notification', version }),
  ].toSorted();

/** A message of a method with its required members, to be filled in. */
export function toTemplate(from: Side, method: string, version: ProtocolVersion): string {
  const { requests, notifications } = tablesOf(version);
  const request = requests[from].get(method);
  const shape = request ?? notifications[from].get(method);
  const id = request ? { id: 'acptap-1' } : {};
  return JSON.stringify({ jsonrpc: '2.0', ...id, method, params: shape ? exampleOf(shape) : {} }, undefined, 2);
}

/** An answer of `from` to a request with this id, as JSON text on one line: the required members, to be filled in. */
export function toAnswerTemplate(from: Side, method: string | null, id: string, version: ProtocolVersion): string {
  const shape = tablesOf(version).results[from].get(method ?? '');
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(shape ? exampleOf(shape) : {})}}`;
}

/** The smallest value of a shape. */
export function exampleOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'object':
      return Object.fromEntries(
        [...shape.members]
          .filter(([, { required }]) => required)
          .map(([name, member]) => [name, exampleOf(member.shape)]),
      );
    case 'union': {
      const first = [...shape.cases].find(([, { surface }]) => isCurrent(surface));
      return first ? { ...Object(exampleOf(first[1].shape)), [shape.tag]: first[0] } : {};
    }
    case 'choice':
      return shape.options[0] ? exampleOf(shape.options[0]) : null;
    case 'enum':
      return [...shape.values].find(([, surface]) => isCurrent(surface))?.[0] ?? '';
    case 'array':
      return Array.from({ length: shape.least }, () => exampleOf(shape.items));
    case 'integer':
    case 'number':
      return Math.max(0, shape.min);
    case 'string':
      return '?'.repeat(shape.least);
    case 'boolean':
      return false;
    case 'map':
      return {};
    default:
      return null;
  }
}
