import type { CapabilityFacts, Choice, Info, SessionFacts } from '#core/model/info.ts';
import type { Implementation, RecordingSummary } from '#core/model/recording-summary.ts';
import { elapsedUs } from '#core/units.ts';
import { formatCount } from '../../text/size.ts';
import { formatElapsed } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import {
  column,
  entryCell,
  filterCell,
  DASH,
  softCell,
  formatMicroseconds,
  textCell,
  type Cell,
  type StatsSection,
} from '../stats/cell.ts';

/** Content of the info view. */
export interface InfoRows {
  readonly sections: readonly StatsSection[];
  readonly sessions: readonly SessionRows[];
  /** Number of further sessions; empty for none. */
  readonly more: string;
}

/** A session, with the modes, models and commands that the agent offers. */
export interface SessionRows {
  readonly id: string;
  readonly title: Cell;
  readonly facts: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}

export function toInfo(info: Info, summary: RecordingSummary): InfoRows {
  const left = info.sessionCount - info.sessions.length;
  return {
    sections: [
      parties(info),
      connection(info, summary),
      capabilities(info, 'client'),
      capabilities(info, 'agent'),
      others(info),
      logins(info),
      setup(info),
    ].filter(({ rows, note }) => rows.length > 0 || note !== ''),
    sessions: info.sessions.map(toSession),
    more: left > 0 ? `And ${formatCount(left)} more.` : '',
  };
}

function parties({ handshake: { client, agent, asked, answered } }: Info): StatsSection {
  return {
    id: 'parties',
    title: 'The two sides',
    note: '',
    columns: [column('side', 'text'), column('name', 'name'), column('version', 'text'), column('said in')],
    rows: [
      [{ text: 'client' }, ...named(client), asked ? entryCell(asked.seq) : DASH],
      [{ text: 'agent' }, ...named(agent), answered ? entryCell(answered.seq) : DASH],
    ],
  };
}

function named(of: Implementation | null): readonly [Cell, Cell] {
  if (!of) return [softCell('did not introduce itself'), DASH];
  const { name, title, version } = of;
  return [textCell(title === null || title === name ? name : `${title} (${name})`), textCell(version)];
}

function connection({ handshake, process }: Info, { command, cwd }: RecordingSummary): StatsSection {
  const { asked, answered } = handshake;
  const { spawned, exited } = process;
  const version = (of: number | null) => (of === null ? 'none' : `${of}`);
  const rows: readonly (readonly [string, Cell, Cell])[] = [
    ['command', textCell(command.join(' ')), spawned ? entryCell(spawned.seq) : DASH],
    ['directory', textCell(cwd), DASH],
    [
      'protocol asked for',
      asked ? { text: version(asked.version) } : softCell('not yet'),
      asked ? entryCell(asked.seq) : DASH,
    ],
    [
      'protocol spoken',
      answered
        ? { text: version(answered.version), ...(asked?.version === answered.version ? {} : { tone: 'bad' as const }) }
        : softCell('nothing agreed on'),
      answered ? entryCell(answered.seq) : DASH,
    ],
    ['handshake took', answered ? { text: formatMicroseconds(answered.duration) } : DASH, DASH],
    ['exit', exitOf(process), exited ? entryCell(exited.seq) : DASH],
  ];
  return {
    id: 'connection',
    title: 'The connection',
    note: '',
    columns: [column('what', 'text'), column('is', 'name'), column('source')],
    rows: rows.map(([name, cell, source]) => [{ text: name, tone: 'soft' }, cell, source]),
  };
}

function exitOf({ exited }: Info['process']): Cell {
  if (!exited) return softCell('not recorded');
  const { code, signal, t } = exited;
  const how = signal === null ? `code ${code ?? 'unknown'}` : `by ${toVisibleLine(signal)}`;
  return { text: `${how}, after ${formatMicroseconds(t)}`, ...(code === 0 ? {} : { tone: 'bad' }) };
}

function capabilities({ capabilities: all }: Info, owner: 'client' | 'agent'): StatsSection {
  const other = owner === 'client' ? 'agent' : 'client';
  const own = all.filter((each) => each.owner === owner);
  const wrong = own.filter(isUsedUnasked).length;
  return {
    id: `${owner}-capabilities`,
    title: `Capabilities of the ${owner}`,
    note:
      wrong === 0
        ? ''
        : `The ${other} makes use of ${wrong === 1 ? 'one that was' : `${wrong} that were`} not advertised.`,
    columns: [
      column('capability', 'name'),
      column('advertised', 'text'),
      column(`used by the ${other}`),
      ...(wrong === 0 ? [] : [column('wrong', 'name')]),
    ],
    rows: [...own].toSorted((one, next) => rankOf(one) - rankOf(next)).map(capability),
  };
}

/** Advertised or used capabilities come first; otherwise the order of the table. */
const rankOf = (of: CapabilityFacts) => (of.advertised === 'yes' || of.uses > 0 ? 0 : 1);

const isUsedUnasked = ({ advertised, uses }: CapabilityFacts) => advertised === 'no' && uses > 0;

function capability(of: CapabilityFacts): readonly Cell[] {
  const { path, uses, firstUse, rule } = of;
  return [
    textCell(path),
    advertisedCell(of),
    uses === 0 || firstUse === null ? DASH : entryCell(firstUse, `${formatCount(uses)} ×, first #${firstUse}`),
    isUsedUnasked(of) ? { ...filterCell(`not advertised: ${rule}`, [['rule', rule]]), tone: 'bad' } : { text: '' },
  ];
}

function advertisedCell({ advertised: said, seq }: CapabilityFacts): Cell {
  const text = said === 'yes' ? '✓ yes' : said === 'no' ? 'no' : 'unknown';
  const tone = said === 'yes' ? ({ tone: 'good' } as const) : ({ tone: 'soft' } as const);
  return said === 'yes' && seq !== null ? { ...entryCell(seq, text), ...tone } : { text, ...tone };
}

const others = ({ others: all }: Info): StatsSection => ({
  id: 'others',
  title: 'Other advertised capabilities',
  note: all.length === 0 ? '' : 'Extensions, and names that this protocol version does not have.',
  columns: [column('side', 'text'), column('name', 'name'), column('value', 'name'), column('said in')],
  rows: all.map(({ owner, path, value, seq }) => [{ text: owner }, textCell(path), textCell(value), entryCell(seq)]),
});

const logins = ({ authMethods, handshake: { answered } }: Info): StatsSection => ({
  id: 'logins',
  title: 'Ways to log in',
  note: authMethods.length === 0 && answered ? 'The agent lists none.' : '',
  columns: [column('id', 'name'), column('name', 'name'), column('type', 'text'), column('description', 'name', true)],
  rows: authMethods.map(({ id, name, type, description }) => [
    textCell(id),
    textCell(name),
    textCell(type),
    textCell(description),
  ]),
});

function setup({ setup: steps }: Info): StatsSection {
  const longest = Math.max(...steps.map(({ duration }) => duration ?? 0), 1);
  return {
    id: 'setup',
    title: 'Until the first prompt could be sent',
    note: '',
    columns: [
      column('request', 'name'),
      column('at'),
      column('took'),
      column('as long as', 'bar'),
      column('answer', 'text'),
    ],
    rows: steps.map(({ method, seq, t, duration, ok }) => [
      entryCell(seq, toVisibleLine(method)),
      { text: formatElapsed(elapsedUs(t)), tone: 'soft' },
      duration === null ? DASH : { text: formatMicroseconds(duration) },
      { text: '', bar: duration === null ? [] : [{ owner: 'agent', share: duration / longest }] },
      ok === null ? softCell('none') : ok ? { text: 'ok' } : { text: 'error', tone: 'bad' },
    ]),
  };
}

function toSession(session: SessionFacts): SessionRows {
  const { id, by, seq, duration, cwd, closed, modes, models, options, commands } = session;
  const rows: readonly (readonly [string, readonly Cell[]])[] = [
    ['opened by', [entryCell(seq, `${by} #${seq}`), softCell(`in ${formatMicroseconds(duration)}`)]],
    ['closed by', closed ? [entryCell(closed.seq, `${closed.by} #${closed.seq}`)] : []],
    ['directory', cwd === null ? [] : [textCell(cwd)]],
    ['modes', choice(modes)],
    ['models', choice(models)],
    ['options', options ? [...options.list.map(option), entryCell(options.seq)] : [UNSAID]],
    ['commands', commands ? [...commands.list.map(command), entryCell(commands.seq)] : [UNSAID]],
  ];
  return {
    id,
    title: filterCell(toVisibleLine(id), [['session', id]]),
    facts: rows.filter(([, cells]) => cells.length > 0).map(([name, cells]) => ({ name, cells })),
  };
}

const UNSAID = softCell('none said');

function choice(of: Choice | null): readonly Cell[] {
  if (!of) return [UNSAID];
  const isListed = of.available.some(({ id }) => id === of.current);
  return [
    ...of.available.map(({ id, name }): Cell =>
      id === of.current
        ? { text: `✓ ${toVisibleLine(name ?? id)}`, tone: 'good', title: `${toVisibleLine(id)}: chosen` }
        : textCell(name ?? id, { title: toVisibleLine(id) }),
    ),
    ...(isListed || of.current === null
      ? []
      : [textCell(of.current, { tone: 'bad', title: 'Chosen, but not in the list' })]),
    entryCell(of.seq),
  ];
}

const option = ({ id, name, current, values }: NonNullable<SessionFacts['options']>['list'][number]): Cell =>
  textCell(`${name ?? id} = ${current ?? '?'}`, {
    title: values === null ? toVisibleLine(id) : `${toVisibleLine(id)}, of ${values} values`,
  });

const command = ({ name, description }: NonNullable<SessionFacts['commands']>['list'][number]): Cell =>
  textCell(`/${name}`, description === null ? {} : { title: toVisibleLine(description) });
