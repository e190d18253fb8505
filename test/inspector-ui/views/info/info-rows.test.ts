import { describe, expect, test } from 'vitest';
import type { CapabilityFacts, Info, SessionFacts } from '#core/model/info.ts';
import { toInfo } from '../../../../inspector-ui/views/info/info-rows.ts';
import { recording } from '../../fakes.ts';

const EMPTY: Info = {
  handshake: { asked: null, answered: null, client: null, agent: null },
  process: { spawned: null, exited: null },
  capabilities: [],
  others: [],
  authMethods: [],
  setup: [],
  sessions: [],
  sessionCount: 0,
};

const can = (more: Partial<CapabilityFacts>): CapabilityFacts => ({
  owner: 'client',
  path: 'terminal',
  advertised: 'yes',
  seq: 1,
  uses: 0,
  firstUse: null,
  rule: 'capability/terminals-are-offered',
  ...more,
});

const session = (more: Partial<SessionFacts>): SessionFacts => ({
  id: 's',
  by: 'session/new',
  seq: 3,
  duration: 5000,
  cwd: null,
  closed: null,
  modes: null,
  models: null,
  options: null,
  commands: null,
  ...more,
});

const section = (info: Partial<Info>, id: string) =>
  toInfo({ ...EMPTY, ...info }, recording('r')).sections.find((each) => each.id === id);

const texts = (info: Partial<Info>, id: string) =>
  section(info, id)?.rows.map((cells) => cells.map(({ text }) => text));

describe('info', () => {
  test('shows unknown values of a recording without a handshake', () => {
    expect(texts({}, 'parties')).toEqual([
      ['client', 'did not introduce itself', '–', '–'],
      ['agent', 'did not introduce itself', '–', '–'],
    ]);
    expect(texts({}, 'connection')?.map(([name, value]) => [name, value])).toEqual([
      ['command', 'gemini --acp'],
      ['directory', '/home/lena/orbit'],
      ['protocol asked for', 'not yet'],
      ['protocol spoken', 'nothing agreed on'],
      ['handshake took', '–'],
      ['exit', 'not recorded'],
    ]);
  });

  test('marks a version that differs from the requested one', () => {
    const of = (version: number) =>
      section(
        {
          handshake: {
            ...EMPTY.handshake,
            asked: { seq: 0, version: 2 },
            answered: { seq: 1, version, duration: 1000 },
          },
        },
        'connection',
      )?.rows[3]?.[1];
    expect(of(1)).toEqual({ text: '1', tone: 'bad' });
    expect(of(2)).toEqual({ text: '2' });
  });

  test('marks only the use of capabilities that were not advertised', () => {
    const rows = [
      can({ path: 'unused', advertised: 'no' }),
      can({ path: 'fine', uses: 3, firstUse: 5 }),
      can({ path: 'wrong', advertised: 'no', uses: 1, firstUse: 9 }),
      can({ path: 'unclear', advertised: 'unknown', uses: 1, firstUse: 9 }),
    ];
    const table = section({ capabilities: rows }, 'client-capabilities');
    expect(table?.note).toBe('The agent makes use of one that was not advertised.');
    expect(table?.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ['fine', '✓ yes', '3 ×, first #5', ''],
      ['wrong', 'no', '1 ×, first #9', 'not advertised: capability/terminals-are-offered'],
      ['unclear', 'unknown', '1 ×, first #9', ''],
      ['unused', 'no', '–', ''],
    ]);
    expect(table?.rows[1]?.[3]).toMatchObject({ tone: 'bad', to: { q: 'rule:capability/terminals-are-offered' } });
  });

  test('reports missing login methods only after the response of the agent', () => {
    expect(section({}, 'logins')).toBeUndefined();
    const handshake = { ...EMPTY.handshake, answered: { seq: 1, version: 1, duration: 1 } };
    expect(section({ handshake }, 'logins')?.note).toBe('The agent lists none.');
  });

  test('marks a failed exit', () => {
    const exit = (code: number | null, signal: string | null) =>
      section({ process: { spawned: null, exited: { seq: 5, t: 2_000_000, code, signal } } }, 'connection')
        ?.rows[5]?.[1];
    expect(exit(0, null)).toEqual({ text: 'code 0, after 2.00 s' });
    expect(exit(null, 'SIGKILL')).toEqual({ text: 'by SIGKILL, after 2.00 s', tone: 'bad' });
  });

  test('marks the chosen mode of a session, even if it is not in the list', () => {
    const modes = {
      current: 'b',
      available: [
        { id: 'a', name: 'Ask' },
        { id: 'b', name: null },
      ],
      seq: 4,
    };
    const of = (more: Partial<SessionFacts>) =>
      toInfo({ ...EMPTY, sessions: [session(more)], sessionCount: 4 }, recording('r'));
    const cells = (more: Partial<SessionFacts>) =>
      of(more)
        .sessions[0]?.facts.find(({ name }) => name === 'modes')
        ?.cells.map(({ text, tone }) => [text, tone]);
    expect(cells({ modes })).toEqual([
      ['Ask', undefined],
      ['✓ b', 'good'],
      ['#4', undefined],
    ]);
    expect(cells({ modes: { ...modes, current: 'c' } })).toContainEqual(['c', 'bad']);
    expect(cells({})).toEqual([['none said', 'soft']]);
    expect(of({}).more).toBe('And 3 more.');
  });
});
