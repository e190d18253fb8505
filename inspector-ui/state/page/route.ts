import { seqOf, type Seq } from '#core/units.ts';

/** The views of a recording, in the order of their tabs. */
export const VIEW_NAMES = [
  'timeline',
  'conversation',
  'sequence',
  'findings',
  'stats',
  'info',
  'compare',
  'files',
] as const;

export type ViewName = (typeof VIEW_NAMES)[number];

/** Both ends inclusive, in microseconds since the recording's start. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Which entries of a recording are shown, and how. */
export interface EntrySelection {
  /** The filter as typed: may be invalid. */
  readonly q?: string;
  /** Every frame in a row of its own. */
  readonly raw?: true;
  readonly range?: TimeRange;
}

/**
 * The two sides of the view `compare`. May name missing recordings or parts. Parts as `core/compare/part.ts` writes them.
 */
export interface Compared {
  /** The other recording. By default see `defaultOtherRecording`. */
  readonly with?: string;
  /** Part of the other recording (`before`) and of this one (`now`). */
  readonly before?: string;
  readonly now?: string;
}

/** The parsed address: empty, or a recording with a view, an entry and a look. */
export interface Route extends EntrySelection {
  readonly recording?: string;
  /** By default the timeline. */
  readonly view?: Exclude<ViewName, 'timeline'>;
  readonly seq?: Seq;
  readonly compared?: Compared;
  /** The file to open in the view `files`. */
  readonly file?: string;
}

/**
 * Returns `#/r/<recording>/<view>/e/<seq>?q=<filter>&v=raw&r=<from>..<to>`, in the view compare
 * `&with=<recording>&before=<part>&now=<part>`, in the view files `&file=<path>`, without absent members.
 */
export function renderRoute({ recording, view, seq, q, raw, range, compared, file }: Route): string {
  if (recording === undefined) return '#/';
  const path = [`#/r/${encodeURIComponent(recording)}`, view ?? [], seq === undefined ? [] : `e/${seq}`]
    .flat()
    .join('/');
  const query = new URLSearchParams();
  if (q !== undefined) query.set('q', q);
  if (raw) query.set('v', 'raw');
  if (range) query.set('r', `${range.from}..${range.to}`);
  for (const name of view === 'compare' ? COMPARED : []) if (compared?.[name]) query.set(name, compared[name]);
  if (view === 'files' && file !== undefined) query.set('file', file);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Never throws: returns the empty route for an unknown address; ignores an unknown view and invalid query parameters. */
export function parseRoute(hash: string): Route {
  const [, encoded, name, digits, query = ''] =
    /^#\/r\/([^/?]+)(?:\/(?!e\/)([a-z]+))?(?:\/e\/(\d{1,15}))?(?:\?(.*))?$/s.exec(hash) ?? [];
  if (encoded === undefined) return {};
  const view = OTHER_VIEWS.find((each) => each === name);
  try {
    const recording = decodeURIComponent(encoded);
    return {
      recording,
      ...(view === undefined ? {} : { view }),
      ...(digits === undefined ? {} : { seq: seqOf(Number(digits)) }),
      ...parseLook(new URLSearchParams(query)),
      ...(view === 'files' ? parseFile(new URLSearchParams(query)) : {}),
      ...(view === 'compare' ? parseCompared(new URLSearchParams(query)) : {}),
    };
  } catch {
    return {}; // `%` without digits
  }
}

const OTHER_VIEWS = VIEW_NAMES.filter((name) => name !== 'timeline');

const COMPARED = ['with', 'before', 'now'] as const;

function parseCompared(query: URLSearchParams): Pick<Route, 'compared'> {
  const members = COMPARED.flatMap((name) => (query.get(name) ? [[name, query.get(name)] as const] : []));
  return members.length > 0 ? { compared: Object.fromEntries(members) } : {};
}

function parseFile(query: URLSearchParams): Pick<Route, 'file'> {
  const file = query.get('file');
  return file ? { file } : {};
}

function parseLook(query: URLSearchParams): EntrySelection {
  const q = query.get('q') ?? '';
  const [, from, to] = /^(\d{1,15})\.\.(\d{1,15})$/.exec(query.get('r') ?? '') ?? [];
  const range = { from: Number(from), to: Number(to) };
  return {
    ...(q === '' ? {} : { q }),
    ...(query.get('v') === 'raw' ? { raw: true as const } : {}),
    ...(range.from <= range.to ? { range } : {}),
  };
}
