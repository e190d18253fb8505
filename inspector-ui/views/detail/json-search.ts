import { kindAt, membersOf, rootOf, type Span } from '../../text/json-source.ts';
import { MEMBERS, type TreeState } from './json-lines.ts';

/** More are not counted. */
const MOST = 1000;

/** Where a text occurs in the source, in any case: offsets in their order. */
export function occurrencesOf(text: string, query: string): readonly number[] {
  if (query === '') return [];
  // A letter whose small form is longer would shift what follows; there the case has to fit.
  const folded = text.toLowerCase();
  const [source, wanted] = folded.length === text.length ? [folded, query.toLowerCase()] : [text, query];
  const found: number[] = [];
  for (
    let at = source.indexOf(wanted);
    at !== -1 && found.length < MOST;
    at = source.indexOf(wanted, at + wanted.length)
  )
    found.push(at);
  return found;
}

/** A tree opened so far that what stands at an offset of the source is visible, and the start of the value whose line shows it. */
export function openedTo(
  text: string,
  { open, shown }: TreeState,
  offset: number,
): { readonly tree: TreeState; readonly at: number } {
  const nextOpen = new Set(open);
  const nextShown = new Map(shown);
  let value: Span | undefined = rootOf(text);
  let at = value?.start ?? 0;
  while (value) {
    at = value.start;
    const container: Span = value;
    const kind = kindAt(text, container);
    const members = membersOf(text, container);
    const index = members.findIndex((member) => offset < member.value.end);
    const member = members[index];
    if (!member) {
      if (kind === 'string' && offset > container.start) nextOpen.add(container.start);
      break;
    }
    nextOpen.add(container.start);
    if (index >= (nextShown.get(container.start) ?? MEMBERS)) nextShown.set(container.start, index + MEMBERS);
    at = member.value.start;
    value = offset >= at ? member.value : undefined; // before it is its name
  }
  return { tree: { open: nextOpen, shown: nextShown }, at };
}
