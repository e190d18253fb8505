import type { TimelineRow } from '#core/contract/timeline.ts';
import { sumOfOwners, timeByOwner } from '#core/grouping/split-time.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import type { Group } from '#core/model/group.ts';
import type { EntryDetail, EntryRow, Interventions } from '#core/model/row.ts';
import { elapsedUs, epochMs, seqOf, type EpochMs, type Seq } from '#core/units.ts';
import { fromBase64 } from '#core/wire/bytes.ts';
import type { DetailTab } from '../../state/detail/detail-tab.ts';
import { faultsIn, toGroupMark } from '../../text/intervention.ts';
import { jsonProblem } from '../../text/json-source.ts';
import { sessionNumber } from '../../text/session-number.ts';
import { formatBytes } from '../../text/size.ts';
import { formatClock, formatDuration, formatMoment } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toGroupFacts } from '../timeline/group-rows.ts';
import type { Lane } from '../timeline/timeline-line-row.ts';
import { laneOf, titleOf } from '../timeline/timeline-rows.ts';

/** The head of the detail: name and facts of the entry. */
export interface DetailHead {
  readonly title: string;
  readonly lane: Lane;
  /** `request, client → agent`. */
  readonly what: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly pair: { readonly seq: Seq; readonly label: string } | undefined;
  /** The interventions in the frame. */
  readonly intervention: DetailIntervention | undefined;
}

export interface DetailIntervention {
  /** `Not delivered`, `Something else was delivered after 312 ms`. */
  readonly text: string;
  readonly isLost: boolean;
  readonly faults: readonly string[];
}

export function toDetailHead(row: EntryRow, startedAt: EpochMs, sessions: readonly string[] = []): DetailHead {
  const facts: Facts = [
    ['at', momentOf(row.t, startedAt)],
    ['took', row.duration === null ? '' : formatDuration(elapsedUs(row.duration))],
    [
      'size',
      row.kind === 'event'
        ? ''
        : row.bytes < 1000
          ? formatBytes(row.bytes)
          : `${formatBytes(row.bytes)} (${row.bytes} B)`,
    ],
    ['id', toVisibleLine(row.id ?? '')],
    ['session', toSessionFact(row.session, sessions)],
  ];
  const isAnswer = row.kind === 'response' || row.kind === 'error';
  return {
    title: titleOf(row),
    lane: laneOf(row),
    what: row.own ? ownWhat(row.own) : (row.cut ? 'frame, too large to be read' : WHATS[row.kind]) + WAYS[laneOf(row)],
    facts: toFacts(facts),
    pair:
      row.pair === null
        ? undefined
        : { seq: seqOf(row.pair), label: `${isAnswer ? 'request' : 'response'} #${row.pair}` },
    intervention: interventionOf(row),
  };
}

function interventionOf({ t, from, sent, own }: EntryRow): DetailIntervention | undefined {
  if (own) return own.why.length === 0 ? undefined : { text: 'By acptap', isLost: false, faults: faultsIn(own.why) };
  if (!sent) return undefined;
  const receiver = from === 'client' ? 'agent' : 'client';
  const faults = faultsIn(sent.why);
  if (sent.t === null) return { text: `Not delivered: the ${receiver} never had it`, isLost: true, faults };
  const when = `after ${formatDuration(elapsedUs(sent.t - t))}, at ${formatMoment(elapsedUs(sent.t))}`;
  return {
    text: sent.isChanged
      ? `Something else was delivered to the ${receiver} ${when}`
      : `Delivered to the ${receiver} ${when}`,
    isLost: false,
    faults,
  };
}

/**
 * The head of a group that stands for all of its frames: for example title, status and duration of a tool call.
 * Undefined for a frame and for groups of a request and its response.
 */
export function toGroupHead(
  row: TimelineRow,
  startedAt: EpochMs,
  now: number,
  isLive: boolean,
  sessions: readonly string[] = [],
): DetailHead | undefined {
  const { group } = row;
  if (!group || !isToldByAll(group)) return undefined;
  const { title = '', status, count = '' } = toGroupFacts(row, group, isLive);
  const whole = formatDuration(elapsedUs(sumOfOwners(timeByOwner(group, now))));
  const isCall = group.kind === 'tool-call';
  const facts: Facts = [
    ['at', momentOf(group.t, startedAt)],
    ['took', group.until === null ? `${whole} so far` : whole],
    ['id', isCall ? toVisibleLine(row.tool?.id ?? '') : ''],
    ['session', toSessionFact(group.session, sessions)],
  ];
  return {
    title: (isCall && toVisibleLine(group.title)) || title,
    lane: laneOf(row),
    what: [isCall ? title : '', status?.text ?? '', count || '1 frame'].filter((part) => part !== '').join(' · '),
    facts: toFacts(facts),
    pair: undefined,
    intervention: group.interventions && groupInterventionOf(group.interventions, group.entries),
  };
}

function groupInterventionOf({ change: _change, ...counts }: Interventions, entries: number): DetailIntervention {
  const { text, isLost } = toGroupMark(counts, entries);
  return { text, isLost: isLost === true, faults: [] };
}

type Facts = readonly (readonly [name: string, value: string])[];

/** `2: sess-beta`; the id alone where there is one session. */
function toSessionFact(session: string | null, sessions: readonly string[]): string {
  const number = sessionNumber(session, sessions);
  return `${number === undefined ? '' : `${number}: `}${toVisibleLine(session ?? '')}`;
}

const toFacts = (facts: Facts): DetailHead['facts'] =>
  facts.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }));

const momentOf = (t: number, startedAt: EpochMs): string =>
  `${formatMoment(elapsedUs(t))} · ${formatClock(epochMs(startedAt + Math.floor(t / 1000)))}`;

const WHATS: Readonly<Record<EntryRow['kind'], string>> = {
  request: 'request',
  notification: 'notification',
  response: 'response with a result',
  error: 'response with an error',
  invalid: 'not a message',
  stderr: 'standard error of the agent',
  event: 'event of the agent’s process',
};

const ownWhat = ({ toward }: NonNullable<EntryRow['own']>): string =>
  toward === null ? 'done by acptap' : `written by acptap, acptap → ${toward}`;

const WAYS: Readonly<Record<Lane, string>> = {
  client: ', client → agent',
  agent: ', agent → client',
  stderr: '',
  process: '',
};

/** An entry's body in its two forms. */
export interface DetailBody {
  /** JSON text for the tree, if the body is JSON. */
  readonly json: string | undefined;
  /** Why there is no tree, and where the text is no longer JSON. */
  readonly noJson: string;
  readonly noJsonAt: string;
  readonly raw: { readonly kind: 'text'; readonly text: string } | { readonly kind: 'hex'; readonly bytes: Uint8Array };
  /** The missing part of both, for cut bodies. */
  readonly cut: string;
}

export function toDetailBody({ row, text, base64, event, cut, isBeginning = false }: EntryDetail): DetailBody {
  const written = event ? JSON.stringify(event) : text;
  const problem = written === null ? undefined : jsonProblem(written);
  const json = written !== null && problem === undefined ? written : undefined;
  return {
    json,
    noJson: noJsonReason(text, cut),
    noJsonAt: problem === undefined || cut ? '' : toVisibleLine(problem),
    raw:
      written === null
        ? { kind: 'hex', bytes: fromBase64(base64 ?? '') ?? new Uint8Array() }
        : { kind: 'text', text: written },
    cut: cut ? cutNote(row, isBeginning) : '',
  };
}

/** The frame that was delivered instead of an entry, as an entry. */
export const deliveredOf = ({ delivered, ...received }: EntryDetail): EntryDetail | undefined =>
  delivered && { ...received, ...delivered, findings: [] };

function cutNote({ bytes, cut }: EntryRow, isBeginning: boolean): string {
  const why = cut ? ' acptap does not read frames above 64 MiB.' : '';
  const rest = isBeginning ? 'The file that this came from has no more.' : '“Bytes” downloads all of it.';
  return `Only the beginning is shown. The whole is ${formatBytes(bytes)}.${why} ${rest}`;
}

function noJsonReason(text: string | null, cut: boolean): string {
  if (cut) return 'Too long to be shown as a tree.';
  return text === null ? 'Not valid UTF-8, so it is not JSON.' : 'Not JSON.';
}

/** A finding as the detail shows it. */
export interface FindingRow {
  readonly rule: string;
  readonly grade: FindingDetail['grade'];
  readonly side: 'client' | 'agent';
  readonly message: string;
  readonly requires: string;
  readonly expected: string | undefined;
  readonly seen: string | undefined;
  readonly peers: string;
  readonly pointer: string | undefined;
  readonly source: string;
  readonly related: readonly Seq[];
}

export function toFindingRow(finding: FindingDetail): FindingRow {
  const { rule, grade, side, source } = finding;
  return {
    rule,
    grade,
    side,
    source,
    message: toVisibleLine(finding.message),
    requires: finding.requires,
    expected: finding.expected === null ? undefined : toVisibleLine(finding.expected),
    seen: finding.seen === null ? undefined : toVisibleLine(finding.seen),
    peers: finding.peers,
    pointer: finding.pointer ?? undefined,
    related: finding.related.map(seqOf),
  };
}

/** Kinds that the detail shows by their first frame, such as a request with its response. */
const SHOWN_BY_FIRST: ReadonlySet<Group['kind']> = new Set([
  'session',
  'turn',
  'exchange',
  'permission',
  'file',
  'event',
]);

/** True for a tool call, and for other groups with several frames unless their kind is in SHOWN_BY_FIRST. */
const isToldByAll = ({ kind, entries }: Group): boolean =>
  kind === 'tool-call' || (entries > 1 && !SHOWN_BY_FIRST.has(kind));

/** Returns the tabs of an entry, in order. */
export function tabsOf(
  row: EntryRow,
  group: Group | undefined,
  comparedWith: number | undefined,
): { readonly available: readonly DetailTab[]; readonly isMany: boolean } {
  const isGroup = group !== undefined && group.entries > 1;
  const isMessage = row.method !== null && row.kind !== 'invalid';
  const all: readonly (readonly [DetailTab, boolean])[] = [
    ['difference', comparedWith !== undefined && comparedWith !== row.seq],
    ['delivered', row.sent?.isChanged === true],
    ['call', row.tool !== null],
    ['frames', isGroup],
    ['json', row.kind !== 'stderr'],
    ['findings', true],
    ['raw', true],
    ['pair', row.pair !== null],
    ['timing', row.kind === 'request' || row.pair !== null || isGroup],
    ['schema', isMessage],
  ];
  return {
    available: all.filter(([, isThere]) => isThere).map(([tab]) => tab),
    isMany: isGroup && isToldByAll(group) && row.seq === group.first,
  };
}
