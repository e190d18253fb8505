import { computed, signal } from '@preact/signals';
import type { ControlState, ControlVerb, HeldFrame } from '#core/contract/control.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { asksPerson } from '#core/protocol/method-traits.ts';
import type { EpochMs } from '#core/units.ts';
import { fromBase64, toBase64 } from '#core/wire/bytes.ts';
import { SIDES, type Side } from '#core/wire/entry.ts';
import type { HeldEntries } from '../../text/intervention.ts';
import { reasonOf, type Backend } from '../../backends/backend.ts';

/** The states of running conversations that acptap takes part in, and functions to take part in them. */
export function createTakingPart(
  backend: Pick<Backend, 'connection' | 'listen' | 'control' | 'judge'>,
  now: () => EpochMs,
) {
  const known = signal<ReadonlyMap<string, ControlState>>(new Map());
  /** How far the page's clock is ahead of the clock of an agent's acptap, in milliseconds. */
  const ahead = new Map<string, number>();
  /** Frames that are dealt with, though the last state has them: a key pressed twice means two frames. */
  const dealtWith = signal<readonly HeldFrame[]>([]);
  backend.listen((event) => {
    if (event.kind === 'connected') known.value = new Map();
    if (event.kind !== 'taking-part') return;
    const next = new Map(known.peek());
    if (event.state) {
      next.set(event.recording, event.state);
      ahead.set(event.recording, now() - Math.round(event.state.now));
    } else next.delete(event.recording);
    known.value = next;
  });
  /** The states by recording. Empty without a connection to the server. */
  const agents = computed(() => (backend.connection.value.kind === 'live' ? known.value : NONE));
  const questions = computed(() =>
    [...agents.value.values()]
      .filter(({ held }) => held.some(({ method }) => asksPerson(method ?? '')))
      .map(({ recording }) => recording)
      .join(' '),
  );
  const { control } = backend;
  /** Returns why it was not done. */
  const attempt = (recording: string, verb: ControlVerb): Promise<string | undefined> =>
    control(recording, verb).then(() => undefined, reasonOf);

  async function dealWith(recording: string, number: number | 'all', verb: ControlVerb): Promise<string | undefined> {
    const listed = agents.peek().get(recording)?.held ?? [];
    const frames = listed.filter((frame) => number === 'all' || frame.number === number);
    dealtWith.value = [...dealtWith.peek(), ...frames].slice(-MAX_REMEMBERED);
    const reason = await attempt(recording, verb);
    if (reason !== undefined) dealtWith.value = dealtWith.peek().filter((each) => !frames.includes(each));
    return reason;
  }

  /**
   * The held frames of a recording that nobody has dealt with, the oldest first, and the number of all of them.
   * `ahead`: milliseconds that the page's clock is ahead of the clock of their times.
   */
  function heldIn(recording: string) {
    const { held: listed = [], heldCount = 0 } = agents.value.get(recording) ?? {};
    const held = listed.filter(({ number, since }) => !isIn(dealtWith.value, number, since));
    return { held, count: heldCount - listed.length + held.length, ahead: ahead.get(recording) ?? 0 };
  }

  return {
    agents,
    heldIn,
    /** The entries of held frames with a known `seq`. */
    heldEntries(recording: string): HeldEntries {
      const { held } = heldIn(recording);
      const firstOf = (side: Side) => held.find(({ from }) => from === side)?.seq;
      const sides = SIDES.map((side) => [side, firstOf(side) ?? undefined]);
      return { seqs: new Set(held.flatMap(({ seq }) => seq ?? [])), first: Object.fromEntries(sides) };
    },
    /** Whether acptap holds a question to a person, or its answer. */
    isQuestionHeld: (recording: string): boolean => questions.value.split(' ').includes(recording),
    /** The held frame in the editor. */
    edited: signal<HeldFrame | undefined>(undefined),
    attempt,
    /** Releases or drops a held frame, or all. Returns why it was not done. */
    decide: (recording: string, number: number | 'all', verb: 'release' | 'drop') =>
      dealWith(recording, number, { do: verb, number }),
    /** The bytes of a held frame. @throws as `Backend.control` does. */
    heldBytes: async (recording: string, number: number): Promise<Uint8Array> =>
      fromBase64((await control(recording, { do: 'frame', number })).bytes ?? '') ?? new Uint8Array(),
    /** Delivers these bytes, a complete line, in place of a held frame. Returns why it was not done. */
    settle: (recording: string, number: number, line: Uint8Array) =>
      dealWith(recording, number, { do: 'edit', number, bytes: toBase64(line) }),
    /** Answers a held request with this line, and does not deliver it. Returns why it was not done. */
    answer: (recording: string, number: number, line: Uint8Array) =>
      dealWith(recording, number, { do: 'answer', number, bytes: toBase64(line) }),
    /** Writes a line to one side, behind the frames that wait. Returns why it was not done. */
    inject: (recording: string, toward: Side, line: Uint8Array) =>
      attempt(recording, { do: 'inject', toward, bytes: toBase64(line) }),
    /** The findings about a line, if `from` wrote it now. @throws as `Backend.judge` does. */
    judge: (recording: string, from: Side, line: Uint8Array, aborted: AbortSignal): Promise<readonly FindingDetail[]> =>
      backend.judge(recording, { from, bytes: toBase64(line) }, aborted),
  };
}

export type TakingPart = ReturnType<typeof createTakingPart>;

const NONE: ReadonlyMap<string, ControlState> = new Map();

/** The most frames kept as dealt with: more than a state lists. */
const MAX_REMEMBERED = 200;

const isIn = (frames: readonly HeldFrame[], number: number, since: number): boolean =>
  frames.some((frame) => frame.number === number && frame.since === since);
