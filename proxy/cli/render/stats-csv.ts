import type { Durations, Stats, TimeByOwner } from '#core/model/stats.ts';

/** The columns of all tables: a row has empty cells for those of other tables. Times and durations are microseconds. */
const COLUMNS = [
  'recording',
  'table',
  'name',
  'from',
  'seq',
  't',
  'outcome',
  'count',
  'open',
  'failed',
  'total',
  'p50',
  'p95',
  'max',
  'slowest',
  'agent',
  'client',
  'human',
  'firstChunk',
  'toolCalls',
  'inputTokens',
  'outputTokens',
  'acptap',
] as const;

type Row = { readonly [column in (typeof COLUMNS)[number]]?: string | number | null | undefined };

/** The stats as one table for a spreadsheet: a line for each turn, method, kind of tool call and silence. */
export function renderStatsCsv(recording: string, { turns, methods, tools, gaps }: Stats): string {
  const rows: readonly Row[] = [
    ...turns.map(({ number, seq, t, outcome, duration, share, firstChunk, toolCalls, tokens }) => ({
      table: 'turn',
      name: number,
      seq,
      t,
      outcome,
      total: duration,
      ...ownersOf(share),
      firstChunk,
      toolCalls,
      inputTokens: tokens?.input,
      outputTokens: tokens?.output,
    })),
    ...methods.map(({ method, from, answered, errors, open }) => ({
      table: 'method',
      name: method,
      from,
      open,
      failed: errors,
      ...durationsOf(answered),
    })),
    ...tools.map(({ kind, ended, failed, open, share }) => ({
      table: 'tool',
      name: kind,
      open,
      failed,
      ...durationsOf(ended),
      ...ownersOf(share),
    })),
    ...gaps.map(({ after, t, duration, acptap, waitingFor }) => ({
      table: 'silence',
      name: waitingFor?.method,
      from: waitingFor?.side,
      seq: after,
      t,
      total: duration,
      acptap,
    })),
  ];
  const lines = rows.map((row) => COLUMNS.map((column) => cell(column === 'recording' ? recording : row[column])));
  return [COLUMNS, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

const ownersOf = ({ agent, client, human, acptap }: TimeByOwner) => ({ agent, client, human, acptap });

function durationsOf(durations: Durations | null): Row {
  if (!durations) return { count: 0 };
  const { count, total, p50, p95, max, slowest } = durations;
  return { count, total, p50, p95, max, slowest };
}

/** A field of RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe. */
function cell(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = (value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
