import type { Part, Section, Steps } from '#core/model/compare.ts';

export const ALL: Part = { kind: 'all' };

/**
 * Reads `turn-2` or `session-1`. Undefined or an empty text is the whole recording. Returns undefined for anything
 * else.
 */
export function parsePart(text: string | undefined): Part | undefined {
  if (text === undefined || text === '') return ALL;
  const [, kind, digits] = /^(turn|session)-([1-9]\d{0,8})$/.exec(text) ?? [];
  return kind === undefined ? undefined : { kind: kind === 'turn' ? 'turn' : 'session', number: Number(digits) };
}

/** The inverse of `parsePart`; empty for the whole recording. */
export const renderPart = (part: Part): string => (part.kind === 'all' ? '' : `${part.kind}-${part.number}`);

/**
 * The sections of a part. For a session, its turns and its steps outside of turns. undefined if the turn or session
 * does not exist.
 */
export function sectionsOf({ sections, sessions }: Steps, part: Part): readonly Section[] | undefined {
  if (part.kind === 'all') return sections;
  if (part.kind === 'turn') {
    const found = sections.filter(({ turn }) => turn === part.number);
    return found.length > 0 ? found : undefined;
  }
  if (part.number > sessions.length) return undefined;
  return sections
    .map((section) => ({ ...section, steps: section.steps.filter(({ session }) => session === part.number) }))
    .filter(({ turn, steps }) => turn === null || steps.length > 0);
}
