import { nearestName } from './suggest-name.ts';

const LATEST = 'latest';

/** The fewest characters that a longer name has to share with a REF. */
const MIN_BEGIN = 3;

/** The most suggestions. */
const MAX_SUGGESTIONS = 5;

/**
 * The end of a sentence about a REF without a recording: `: did you mean latest~1?`. Suggests ids and names that contain
 * the REF, or else the one that differs by a typo, or those that begin like it, and `latest`. Empty without a suggestion.
 */
export function suggestRef(
  ref: string,
  recordings: readonly { readonly id: string; readonly name: string | null }[],
): string {
  const [, word = '', back = ''] = /^([^~]*)(~\d+)?/.exec(ref) ?? [];
  const latest = `${LATEST}${back}`;
  const isLatest =
    latest !== ref && (nearestName(word, [LATEST]) !== undefined || (word.length > 2 && LATEST.startsWith(word)));
  const names = [...new Set(recordings.flatMap(({ id, name }) => (name === null ? [id] : [id, name])))];
  const holding = ref === '' ? [] : names.filter((name) => name.toLowerCase().includes(ref.toLowerCase()));
  const slips = holding.length === 0 ? slipsOf(ref, names) : [];
  const near = [...(isLatest ? [latest] : []), ...holding, ...slips];
  return near.length === 0 ? '' : `: did you mean ${near.slice(0, MAX_SUGGESTIONS).join(', ')}?`;
}

/** The name with a typo, or the names that are a REF without its last character, or begin like it. */
function slipsOf(ref: string, names: readonly string[]): readonly string[] {
  const slip = nearestName(ref, names);
  if (slip !== undefined) return [slip];
  const begin = ref.slice(0, -1).toLowerCase();
  const isLike = (name: string) => name === begin || (begin.length >= MIN_BEGIN && name.startsWith(begin));
  return names.filter((name) => isLike(name.toLowerCase()));
}
