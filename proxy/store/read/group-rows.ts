import type { Wait } from '#core/model/axis.ts';
import { RANKS } from '#core/model/finding.ts';
import type { Interventions } from '#core/model/row.ts';
import type { GroupFacts } from '#core/rows/timeline-source.ts';
import { GROUP_KINDS } from '../connection/entry-key.ts';

export interface GroupRecord {
  readonly place: number;
  readonly kind: number;
  readonly level: number;
  readonly parent: number | null;
  readonly turn: number | null;
  readonly session: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly entries: number;
  readonly first: number;
  readonly last: number;
  readonly at: number;
  readonly until: number | null;
  readonly human: number;
  readonly client: number;
  readonly acptap: number;
  readonly waits: string | null;
  readonly waiting_on: Wait['on'] | null;
  readonly waiting_since: number | null;
  readonly findings: number;
  readonly worst: number;
  readonly worst_rule: string | null;
}

/** Parameters: the recording's `no * 2^32`, and those of the condition on `g.place`. */
export const selectGroups = (condition: string): string => `
  SELECT g.place, g.kind, g.level, g.parent, g.turn, name.text AS session, g.title, g.status, g.entries, g.first, g.last,
         head.at, g.until, g.human, g.client, g.acptap, g.waits, g.waiting_on, g.waiting_since, g.findings, g.worst, g.worst_rule
  FROM grp g
  JOIN entry head ON head.place = @base + g.first
  LEFT JOIN name ON name.no = g.session
  WHERE ${condition}
  ORDER BY g.place`;

/** The title is '' for a group that has the summary of its first entry as title. */
export function toGroup(record: GroupRecord, base: number): GroupFacts {
  const { place, kind, level, title, at, findings, worst, parent, turn, session, status, entries, first, last } =
    record;
  return {
    no: place - base,
    kind: GROUP_KINDS[kind] ?? 'exchange',
    level: level === 0 ? 0 : level === 1 ? 1 : 2,
    title: title ?? '',
    status,
    entries,
    first,
    last,
    t: at,
    until: record.until,
    turn,
    session,
    parent,
    human: record.human,
    client: record.client,
    acptap: record.acptap,
    waits: record.waits === null ? [] : (JSON.parse(record.waits) as GroupFacts['waits']), // written by group-writer.ts
    waiting: waitingOf(record),
    findings: { count: findings, worst: RANKS[worst] ?? null, rule: record.worst_rule },
  };
}

/** Adds what acptap did to its frames, if anything. */
export const withInterventions = <Touched extends object>(group: Touched, interventions: Interventions | undefined) =>
  interventions ? { ...group, interventions } : group;

export const waitingOf = ({
  waiting_on: on,
  waiting_since: since,
}: Pick<GroupRecord, 'waiting_on' | 'waiting_since'>): GroupFacts['waiting'] =>
  on === null || since === null ? null : { on, since };
