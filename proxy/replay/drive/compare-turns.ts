import { align, inOrder } from '#core/compare/align.ts';
import { difference } from '#core/json/difference.ts';
import { renderDifference } from '#core/json/render-difference.ts';
import type { Seq } from '#core/units.ts';
import type { Inputs } from './inputs.ts';
import { callInWords, type PermissionDigest, type ToolCallDigest, type TurnDigest } from './turn-digest.ts';

/** The subject of a difference. */
export type DifferenceKind =
  | 'answer'
  | 'capability'
  | 'session'
  | 'history'
  | 'not-sent'
  | 'stop-reason'
  | 'tool-call'
  | 'tool-status'
  | 'permission'
  | 'plan'
  | 'mode'
  | 'config'
  | 'action'
  | 'text'
  | 'thought';

/** One difference between the live and the recorded agent. */
export interface DriveDifference {
  /** The turn, counted over the recording from 1; null outside of turns. */
  readonly turn: number | null;
  readonly what: DifferenceKind;
  /** The recorded and the live entry; null where that side has no such entry. */
  readonly seq: Seq | null;
  readonly liveSeq: Seq | null;
  /** For people; null where that side has nothing. */
  readonly expected: string | null;
  readonly received: string | null;
  readonly message: string;
}

/** Compares two turns without their text (see `compareText`). */
export function compareTurns(expected: TurnDigest, received: TurnDigest, inputs: Inputs): readonly DriveDifference[] {
  const here = { turn: expected.number, seq: expected.prompt, liveSeq: received.prompt };
  const plain = (what: DifferenceKind, name: string, was: string | undefined, is: string | undefined) =>
    was === is ? [] : [toDifference(here, what, name, was ?? null, is ?? null)];
  return [
    ...(expected.end === received.end
      ? []
      : [toDifference(here, 'stop-reason', 'stop reason', endOf(expected), endOf(received))]),
    ...compareToolCalls(expected, received, inputs),
    ...comparePermissions(expected, received),
    ...compareActions(expected, received),
    ...plain('plan', 'plan', expected.plan, received.plan),
    ...plain('mode', 'modes it went into', expected.modes.join(', '), received.modes.join(', ')),
    ...plain('config', 'configuration', expected.config?.join(', '), received.config?.join(', ')),
  ];
}

/** Compares the text of two turns. Optional, because a model seldom says the same twice. */
export function compareText(expected: TurnDigest, received: TurnDigest): readonly DriveDifference[] {
  const here = { turn: expected.number, seq: expected.prompt, liveSeq: received.prompt };
  return (['text', 'thought'] as const).flatMap((what) =>
    expected[what] === received[what]
      ? []
      : [
          {
            ...here,
            what,
            expected: expected[what],
            received: received[what],
            message: `${what}: ${renderDifference(difference(expected[what], received[what]))}`,
          },
        ],
  );
}

/** Reports the message of an error, but compares only the code. */
const endOf = ({ end, words }: TurnDigest) =>
  end === undefined ? null : words === undefined ? end : `${end} (${words})`;

type Here = Pick<DriveDifference, 'turn' | 'seq' | 'liveSeq'>;

export const toDifference = (
  here: Here,
  what: DifferenceKind,
  name: string,
  expected: string | null,
  received: string | null,
): DriveDifference => ({
  ...here,
  what,
  expected,
  received,
  message: `${name}: expected ${expected ?? 'nothing'}, got ${received ?? 'nothing'}`,
});

/** Pairs items by their keys, from the strictest likeness to the loosest. */
function pair<Item>(
  expected: readonly Item[],
  received: readonly Item[],
  likenesses: readonly ((item: Item) => string | undefined)[],
) {
  const { pairs } = align(
    expected,
    received,
    likenesses.map((name) => (item) => [name(item)]),
  );
  return [...inOrder(pairs, expected.length, received.length)].map(([was, is]) => ({
    was: was === undefined ? undefined : expected[was],
    is: is === undefined ? undefined : received[is],
    number: (was ?? is ?? 0) + 1,
  }));
}

const pairToolCalls = (expected: TurnDigest, received: TurnDigest) =>
  pair(expected.toolCalls, received.toolCalls, [callName, ({ name, title }) => name ?? title, ({ kind }) => kind]);

function compareToolCalls(expected: TurnDigest, received: TurnDigest, inputs: Inputs): readonly DriveDifference[] {
  const turn = expected.number;
  return pairToolCalls(expected, received).flatMap(({ was, is, number }) => {
    const here = { turn, seq: was?.seq ?? null, liveSeq: is?.seq ?? null };
    const name = `tool call ${number}`;
    if (!was || !is || callName(was) !== callName(is))
      return [toDifference(here, 'tool-call', name, was ? callInWords(was) : null, is ? callInWords(is) : null)];
    const words = `${name} (${callInWords(was)})`;
    const { differences, ...values } = inputs.compare(was.input, is.input);
    return [
      ...(differences.length === 0
        ? []
        : [
            {
              ...here,
              what: 'tool-call' as const,
              ...values,
              message: `${words} input: ${renderDifference(differences)}`,
            },
          ]),
      ...(was.status === is.status
        ? []
        : [toDifference(here, 'tool-status', `${words} status`, was.status ?? null, is.status ?? null)]),
    ];
  });
}

/** Identifies a tool call: by kind and the tool's name, or else by its title. */
const callName = ({ kind, name, title }: ToolCallDigest) => JSON.stringify([kind, name ?? title]);

function comparePermissions(expected: TurnDigest, received: TurnDigest): readonly DriveDifference[] {
  const turn = expected.number;
  const nameOf = ({ about, options }: PermissionDigest) => `${about} [${options}]`;
  const partners = new Map(
    pairToolCalls(expected, received).flatMap(({ was, is }) => (was && is ? [[is.id, was.id] as const] : [])),
  );
  const isLive = new Set(received.permissions);
  const callOf = (one: PermissionDigest) =>
    one.call === undefined || !isLive.has(one) ? one.call : (partners.get(one.call) ?? `live ${one.call}`);
  const likenesses = [
    (one: PermissionDigest) => JSON.stringify([callOf(one), nameOf(one)]),
    callOf,
    ({ title }: PermissionDigest) => title,
    ({ kind }: PermissionDigest) => kind,
  ];
  return pair(expected.permissions, received.permissions, likenesses).flatMap(({ was, is, number }) =>
    was && is && nameOf(was) === nameOf(is)
      ? []
      : [
          toDifference(
            { turn, seq: was?.seq ?? null, liveSeq: is?.seq ?? null },
            'permission',
            `permission request ${number}`,
            was ? nameOf(was) : null,
            is ? nameOf(is) : null,
          ),
        ],
  );
}

function compareActions({ number: turn, ...expected }: TurnDigest, received: TurnDigest): readonly DriveDifference[] {
  return pair(expected.actions, received.actions, [({ what }) => what, verbOf]).flatMap(({ was, is }) => {
    const here = { turn, seq: expected.prompt, liveSeq: received.prompt };
    if (was?.what !== is?.what)
      return [toDifference(here, 'action', 'asked of the client', was?.what ?? null, is?.what ?? null)];
    const contents = difference(was?.content, is?.content);
    if (contents.length === 0) return [];
    const message = `asked of the client: ${was?.what ?? ''}: ${renderDifference(contents)}`;
    return [
      { ...here, what: 'action' as const, expected: was?.content ?? null, received: is?.content ?? null, message },
    ];
  });
}

const verbOf = ({ what }: TurnDigest['actions'][number]) => what.split(' ')[0];
