import { valueAt, isObject } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import {
  MAX_LISTED,
  MAX_TEXT,
  type CapabilityFacts,
  type Handshake,
  type Info,
  type OtherCapability,
  type ProcessFacts,
  type SetupStep,
} from '#core/model/info.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { isInitialize, type ProtocolVersion } from '#core/protocol/methods.ts';
import { capabilityOffer } from '#core/rules/helpers/capability.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Step, Trace } from '#core/trace/trace.ts';
import type { Entry, Side } from '#core/wire/entry.ts';
import { CAPABILITIES, pathIn } from './capability-table.ts';
import { authMethodsIn, cutText } from './advertised-lists.ts';
import { createSessionFacts } from './session-facts.ts';
import { capabilitiesUsed, type CapabilityUse } from './capability-uses.ts';

interface Used {
  readonly first: number;
  count: number;
}

/**
 * Collects the two peers and their capabilities in one pass over the steps of a recording, in bounded memory. `trace`
 * must be the trace that makes the steps; it provides the handshake.
 */
export function createInfo(trace: Trace) {
  const sessions = createSessionFacts();
  const setup = new Map<number, SetupStep>();
  const used = new Map<string, Used>();
  let asked: Handshake['asked'] = null;
  let answered: Handshake['answered'] = null;
  let process: ProcessFacts = { spawned: null, exited: null };

  const version = (): ProtocolVersion => trace.version() ?? 1;

  function use({ owner, path, seq }: CapabilityUse): void {
    const key = `${owner} ${path}`;
    const before = used.get(key);
    if (before) before.count += 1;
    else used.set(key, { first: seq, count: 1 });
  }

  function shakeHands({ method, params, opened, closed, outcome }: Exchange): void {
    if (!isInitialize(method) || opened.from !== 'client') return;
    if (!closed) asked = { seq: opened.seq, version: numberOf(valueAt(params, 'protocolVersion')) };
    else if (outcome?.ok)
      answered = {
        seq: closed.seq,
        version: numberOf(valueAt(outcome.result, 'protocolVersion')),
        duration: closed.elapsed - opened.elapsed,
      };
  }

  function setUp(exchange: Exchange): void {
    const { method, opened } = exchange;
    const isOne = opened.from === 'client' && (isInitialize(method) || LOGINS.has(method) || opensSession(method));
    if (isOne && (setup.has(opened.seq) || setup.size < MAX_LISTED)) setup.set(opened.seq, toSetupStep(exchange));
  }

  const advertisedAt = (owner: Side): number | null => (owner === 'client' ? asked?.seq : answered?.seq) ?? null;

  const capabilities = (): readonly CapabilityFacts[] =>
    CAPABILITIES.flatMap((known) => {
      const path = pathIn(known, version());
      if (path === undefined) return [];
      const { owner, rule } = known;
      const uses = used.get(`${owner} ${path}`);
      const advertised = trace.version() === undefined ? 'unknown' : capabilityOffer(trace, known);
      return {
        owner,
        path,
        advertised,
        seq: advertisedAt(owner),
        uses: uses?.count ?? 0,
        firstUse: uses?.first ?? null,
        rule,
      };
    });

  function others(owner: Side): readonly OtherCapability[] {
    const { clientCapabilities, agentCapabilities } = trace.handshake();
    const paths = CAPABILITIES.filter((known) => known.owner === owner).flatMap(
      (known) => pathIn(known, version()) ?? [],
    );
    const seq = advertisedAt(owner);
    if (seq === null) return [];
    const ownCapabilities = owner === 'client' ? clientCapabilities : agentCapabilities;
    return unknownIn(ownCapabilities, '', paths).map(([path, value]) => ({
      owner,
      path: cutText(path),
      value: renderValue(value, MAX_TEXT),
      seq,
    }));
  }

  return {
    apply(step: Step): void {
      process = withEvent(process, step.entry);
      for (const event of step.events) {
        for (const each of capabilitiesUsed(event, version())) use(each);
        sessions.apply(event, step);
        if (event.kind !== 'request' && event.kind !== 'answered') continue;
        shakeHands(event.exchange);
        setUp(event.exchange);
      }
    },
    info: (): Info => ({
      handshake: { asked, answered, client: trace.handshake().client ?? null, agent: trace.handshake().agent ?? null },
      process,
      capabilities: capabilities(),
      others: [...others('client'), ...others('agent')].slice(0, MAX_LISTED),
      authMethods: authMethodsIn(trace.handshake().authMethods),
      setup: [...setup.values()],
      sessions: sessions.sessions(),
      sessionCount: sessions.count(),
    }),
  };
}

const LOGINS: ReadonlySet<string> = new Set(['authenticate', 'auth/login', 'logout', 'auth/logout']);

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const toSetupStep = ({ method, opened, closed, outcome }: Exchange): SetupStep => ({
  method,
  seq: opened.seq,
  t: opened.elapsed,
  duration: closed ? closed.elapsed - opened.elapsed : null,
  ok: outcome?.ok ?? null,
});

function withEvent(process: ProcessFacts, entry: Entry): ProcessFacts {
  if (entry.kind !== 'event') return process;
  const { seq, elapsed: t, event } = entry;
  if (event.event === 'spawn') return { ...process, spawned: { seq, t, pid: numberOf(valueAt(event, 'pid')) } };
  if (event.event !== 'exit') return process;
  const signal = valueAt(event, 'signal');
  const exited = { seq, t, code: numberOf(valueAt(event, 'code')), signal: typeof signal === 'string' ? signal : null };
  return { ...process, exited };
}

/** The deepest level of extensions to list; anything deeper is one value. */
const MAX_DEPTH = 6;

/** Advertised values outside of the known places, down to the depth of known ones, including `_meta`. */
function unknownIn(
  value: unknown,
  prefix: string,
  known: readonly string[],
  depth = 0,
): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .slice(0, MAX_LISTED)
    .flatMap(([name, inner]): readonly (readonly [string, unknown])[] => {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      const isKnown = known.includes(path);
      const leadsOn = isKnown || name === '_meta' || known.some((each) => each.startsWith(`${path}.`));
      if (leadsOn && isObject(inner) && depth < MAX_DEPTH) return unknownIn(inner, path, known, depth + 1);
      return isKnown || inner === null ? [] : [[path, inner]];
    });
}
