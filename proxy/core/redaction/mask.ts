import { highestPlaceholder, placeholder } from '#core/wire/placeholder.ts';
import { createRepeatedSecrets, type RepeatedSecrets } from './repeated-secrets.ts';
import { createHomeMask, USER } from './home-folders.ts';
import { isDistinctive } from './is-distinctive.ts';
import { secretsIn } from './secrets.ts';
import {
  withoutOverlaps,
  copyOfPart,
  type Found,
  type IsMasked,
  mergeSpans,
  type Replacement,
  type Span,
} from './spans.ts';

/**
 * The secrets of one recording and their placeholders. Call `learn` with every text before `replacements`: a secret may
 * be repeated before the place that shows it.
 */
export type Mask = ReturnType<typeof createMask>;

/** A part of a text that is secret by its place, by the words before it, or as a piece of a known secret. */
export interface Known extends Span {
  /** The value that the part encodes, if it differs from its spelling. */
  readonly secret?: string;
  /** True for a value of a setting named like a password: masked wherever it is a whole word, even an ordinary one. */
  readonly isPassword?: boolean;
  readonly rule?: string;
}

/**
 * Numbers each secret in the order of discovery, after the numbers of existing placeholders. `cwd`: the agent's start
 * folder.
 */
export function createMask(cwd: string) {
  const secrets = new Map<string, number>();
  const words = new Set<string>();
  const homes = createHomeMask(cwd);
  let taken = 0;
  let echoes: RepeatedSecrets | undefined;
  let version = 0;

  function learnSecret(secret: string, isPassword = false): void {
    if (isPassword && PASSWORD_WORD.test(secret) && !words.has(secret)) {
      words.add(secret);
      echoes = undefined;
      version += 1;
    }
    if (secret === '' || secrets.has(secret) || PLACEHOLDER.test(secret)) return;
    secrets.set(copyOfPart(secret), secrets.size + 1);
    echoes = undefined;
    version += 1;
  }

  function heed(text: string): void {
    taken = Math.max(taken, highestPlaceholder(text));
  }

  function learn(text: string, known: readonly Known[] = [], found = secretsIn(text)): void {
    heed(text);
    for (const { start, end, secret, isPassword } of mergeSpans<Known>([...known, ...found]))
      learnSecret(secret ?? text.slice(start, end), isPassword);
    homes.learn(text);
  }

  /** Returns the placeholder of a secret. Numbers a text that was not learnt: parts that `mergeSpans` joined. */
  function placeholderOf(secret: string): string {
    if (PLACEHOLDER.test(secret)) return secret;
    const number = secrets.get(secret) ?? secrets.size + 1;
    secrets.set(secret, number);
    return placeholder(taken + number);
  }

  const echoed = (): RepeatedSecrets =>
    (echoes ??= createRepeatedSecrets(
      [...secrets.keys()].filter((secret) => words.has(secret) || isDistinctive(secret)),
      words,
    ));

  /**
   * Drops repeated secrets that stand exactly where another rule found them (`learnt`): otherwise `said again` would
   * mask what a rule that is off leaves. Keeps other known secrets inside such a part.
   */
  const withoutOwn = (text: string, repeated: readonly Known[], learnt: readonly Span[]): readonly Known[] =>
    repeated.flatMap<Known>((echo) => {
      const { start, end } = echo;
      if (!learnt.some((span) => span.start === start && span.end === end)) return echo;
      return [text.slice(start + 1, end), text.slice(start, end - 1)].flatMap((part, index) =>
        echoed()
          .in(part)
          .map((span) => ({ ...span, start: span.start + start + 1 - index, end: span.end + start + 1 - index })),
      );
    });

  /**
   * The parts of a text to replace. `known`: parts that are secret by their place. `isCut`: the text may begin or end
   * inside a secret. `found`: secrets found by their form. `isMasked`: the rules that apply; default: all.
   */
  function replacements(
    text: string,
    known: readonly Known[],
    {
      isCut,
      found: all = secretsIn(text),
      isMasked,
    }: { isCut: boolean; found?: readonly Found[]; isMasked?: IsMasked | undefined },
  ): readonly Replacement[] {
    const repeated = [...echoed().in(text), ...(isCut ? echoed().cutIn(text) : [])];
    const placed = known.map((span) => ({ rule: 'word of a command', ...span }));
    const applied = isMasked && all.length > 0 ? secretsIn(text, undefined, isMasked) : all;
    const again = isMasked ? withoutOwn(text, repeated, mergeSpans<Span>([...placed, ...all])) : repeated;
    const said: readonly (Known & Found)[] = [
      ...placed,
      ...again.map((span) => ({ ...span, rule: 'said again' })),
    ].filter(({ rule }) => isMasked?.(rule) ?? true);
    const spans = mergeSpans<Found>([...applied, ...said]);
    const users = isMasked?.(USER_NAME) === false ? [] : homes.in(text);
    if (spans.length === 0 && users.length === 0) return NOTHING;
    const meant = new Map(said.map(({ start, end, secret }) => [`${start} ${end}`, secret]));
    const parts = spans.map(({ start, end, rule }): Replacement => {
      const found = text.slice(start, end);
      const secret = secrets.has(found) ? found : (meant.get(`${start} ${end}`) ?? found);
      return { start, end, put: placeholderOf(secret), rule };
    });
    const open = withoutOverlaps(spans, users);
    return [...parts, ...open.map((user) => ({ ...user, put: USER, rule: USER_NAME }))].toSorted(
      (a, b) => a.start - b.start,
    );
  }

  return {
    learn,
    learnSecret,
    learnProject: homes.learnProject,
    /** Makes later placeholders begin above the numbers that the text has. */
    heed,
    placeholderOf,
    replacements,
    /** The secrets of a text that have a recognisable form. */
    secretsOf: secretsIn,
    /** Returns the beginning and end of a text that are pieces of a known secret. */
    cutOff: (text: string): readonly Known[] => echoed().cutIn(text),
    /** Changes whenever something was learnt: parts found before may be incomplete. */
    version: (): number => version,
  };
}

const NOTHING: readonly Replacement[] = [];

/** The rule for replaced values that are not secrets. */
export const USER_NAME = 'user name';

/** A password that looks like a word. Outside its setting it is masked only as a whole word. */
const PASSWORD_WORD = /^(?!(?:passw(?:or)?d|secret|changeme|example)$)[A-Za-z_]{6,15}$/i;

const PLACEHOLDER = /^\[redacted-\d{1,6}\]$/;
