import { highestPlaceholder, placeholder } from '#core/wire/placeholder.ts';
import { createRepeatedSecrets, type RepeatedSecrets } from './repeated-secrets.ts';
import { createHomeMask, USER } from './home-folders.ts';
import { isDistinctive } from './is-distinctive.ts';
import { secretsIn } from './secrets.ts';
import { withoutOverlaps, copyOfPart, type Found, mergeSpans, type Replacement, type Span } from './spans.ts';

/** Knows the secrets of one recording and their placeholders. Everything is learnt before anything is masked. */
export type Mask = ReturnType<typeof createMask>;

/** What is known to be secret in a text, because of where it stands or what stands before it. */
export interface Known extends Span {
  /** What it stands for, where that is not what is there. */
  readonly secret?: string;
  /** Of a setting that is named like a password, so it may be a word. */
  readonly isPassword?: boolean;
  readonly rule?: string;
}

/**
 * Each secret has a number: the first that was learnt 1, above those that placeholders of the recording have already. `cwd`: where the
 * agent was started.
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

  function learn(text: string, known: readonly Known[] = [], given = secretsIn(text)): void {
    heed(text);
    for (const { start, end, secret, isPassword } of mergeSpans<Known>([...known, ...given]))
      learnSecret(secret ?? text.slice(start, end), isPassword);
    homes.learn(text);
  }

  /** The placeholder of a secret. Only masking brings to light some: those that overlap with an echo. */
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

  /** The parts of a text to replace. `known`: parts that are secret by their place. `isCut`: the text may begin or end inside a secret. `given`: secrets found by their form. */
  function replacements(
    text: string,
    known: readonly Known[],
    { isCut, given = secretsIn(text) }: { isCut: boolean; given?: readonly Found[] },
  ): readonly Replacement[] {
    const again = [...echoed().in(text), ...(isCut ? echoed().cutIn(text) : [])];
    const said: readonly (Known & Found)[] = [
      ...known.map((span) => ({ rule: 'word of a command', ...span })),
      ...again.map((span) => ({ ...span, rule: 'said again' })),
    ];
    const spans = mergeSpans<Found>([...given, ...said]);
    const users = homes.in(text);
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
    /** Takes no number that the text has already. */
    heed,
    placeholderOf,
    replacements,
    /** The secrets of a text that have a recognisable form. */
    secretsOf: secretsIn,
    /** What it has of a secret that is known, if it begins or ends in the middle of one. */
    cutOff: (text: string): readonly Known[] => echoed().cutIn(text),
    /** Grows with what is known. */
    version: (): number => version,
  };
}

const NOTHING: readonly Replacement[] = [];

/** The rule of what is replaced without being a secret. */
export const USER_NAME = 'user name';

/** Words that are masked only as whole words, because a setting names them as passwords. */
const PASSWORD_WORD = /^(?!(?:passw(?:or)?d|secret|changeme|example)$)[A-Za-z_]{6,15}$/i;

const PLACEHOLDER = /^\[redacted-\d{1,6}\]$/;
