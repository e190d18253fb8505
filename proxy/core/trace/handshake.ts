import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { isInitialize, type ProtocolVersion } from '#core/protocol/methods.ts';
import type { AnsweredExchange, Exchange } from './exchanges.ts';
import type { MessageRef } from './message-ref.ts';

/** The name and version of a peer's program: `clientInfo`/`agentInfo` in version 1, `info` in version 2. */
export interface Implementation {
  readonly name: string;
  readonly title: string | null;
  readonly version: string | null;
}

export interface Handshake {
  /** The version in the agent's response, which may be any number; undefined until then. */
  readonly protocolVersion: number | undefined;
  readonly client: Implementation | undefined;
  readonly agent: Implementation | undefined;
  /**
   * The client's capabilities (`clientCapabilities`, in version 2 `capabilities`); undefined before its
   * request. Raw wire value: rules judge it.
   */
  readonly clientCapabilities: unknown;
  /** The agent's capabilities in its response, under the member name of the chosen version; undefined before it. */
  readonly agentCapabilities: unknown;
  /** True if the agent sent its capabilities only under the other version's member name, where no client looks. */
  readonly isMisnamed: boolean;
  /** The agent's list of authentication methods; undefined if it sent none. Raw wire value. */
  readonly authMethods: unknown;
  /** `asked` after the client's request, `done` after a successful response. */
  readonly progress: 'none' | 'asked' | 'done';
  /** The client's last `initialize` request, and the last successful response to one. */
  readonly asked?: MessageRef;
  readonly answered?: MessageRef;
}

/**
 * Tracks the peers and the version. The last successful response to `initialize` decides the version.
 */
export function createHandshake() {
  let current: Handshake = {
    protocolVersion: undefined,
    client: undefined,
    agent: undefined,
    clientCapabilities: undefined,
    agentCapabilities: undefined,
    isMisnamed: false,
    authMethods: undefined,
    progress: 'none',
  };
  let negotiated: ProtocolVersion | undefined;
  return {
    current: (): Handshake => current,

    /** The negotiated version: undefined before the handshake and for versions unknown to acptap. */
    version: (): ProtocolVersion | undefined => negotiated,

    /** Returns true when the handshake has changed. */
    requested({ method, params, opened }: Exchange): boolean {
      if (!isInitialize(method) || opened.from !== 'client') return false;
      current = {
        ...current,
        client: implementation(valueAt(params, 'clientInfo') ?? valueAt(params, 'info')) ?? current.client,
        clientCapabilities: valueAt(params, 'clientCapabilities') ?? valueAt(params, 'capabilities'),
        progress: current.progress === 'done' ? 'done' : 'asked',
        asked: opened,
      };
      return true;
    },

    answered({ method, outcome, closed }: AnsweredExchange): boolean {
      if (!isInitialize(method) || !outcome.ok || closed.from !== 'agent') return false;
      const version = valueAt(outcome.result, 'protocolVersion');
      negotiated = versionOf(version);
      const [inOne, inTwo] = [valueAt(outcome.result, 'agentCapabilities'), valueAt(outcome.result, 'capabilities')];
      const [named, otherwise] = version === 2 ? [inTwo, inOne] : [inOne, inTwo];
      current = {
        ...current,
        protocolVersion: typeof version === 'number' ? version : undefined,
        agent: implementation(valueAt(outcome.result, 'agentInfo') ?? valueAt(outcome.result, 'info')) ?? current.agent,
        agentCapabilities: named,
        isMisnamed: named === undefined && otherwise !== undefined,
        authMethods: valueAt(outcome.result, 'authMethods'),
        progress: 'done',
        answered: closed,
      };
      return true;
    },
  };
}

/**
 * Undefined for a missing or unknown number. Reads a value of another type as version 1: the rule `schema/result-match`
 * reports the type, and the other rules still need a version.
 */
function versionOf(value: unknown): ProtocolVersion | undefined {
  if (value === 1 || value === 2) return value;
  return value === undefined || typeof value === 'number' ? undefined : 1;
}

function implementation(value: unknown): Implementation | undefined {
  const name = stringAt(value, 'name');
  if (name === undefined || !isObject(value)) return undefined;
  return { name, title: stringAt(value, 'title') ?? null, version: stringAt(value, 'version') ?? null };
}
