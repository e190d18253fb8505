import { isInitialize, type ProtocolVersion } from '#core/protocol/methods.ts';
import { at, isObject, stringAt } from '#core/wire/json.ts';
import type { Exchange } from './exchanges.ts';
import type { Place } from './place.ts';

/** `clientInfo`/`agentInfo` in version 1, `info` in version 2. */
export interface Implementation {
  readonly name: string;
  readonly title: string | null;
  readonly version: string | null;
}

export interface Handshake {
  /** As answered by the agent, whatever number that is; undefined until then. */
  readonly protocolVersion: number | undefined;
  readonly client: Implementation | undefined;
  readonly agent: Implementation | undefined;
  /** As the client advertised them (`clientCapabilities`, in version 2 `capabilities`); undefined until it did. Raw: rules judge them. */
  readonly clientCapabilities: unknown;
  /** As the agent advertised them in its answer, under the name of the version it chose; undefined until it did. */
  readonly agentCapabilities: unknown;
  /** True where the agent advertised them under the name of the other version alone: they are meant, and no client finds them. */
  readonly isMisnamed: boolean;
  /** As the agent listed them; undefined where it listed none. */
  readonly authMethods: unknown;
  /** Whether the client has asked to initialize, and whether the agent has answered with a result. */
  readonly progress: 'none' | 'asked' | 'done';
  /** The last request of the client, and the last answer with a result. */
  readonly asked?: Place;
  readonly answered?: Place;
}

/** Who talks, and which version: decided by the answer to `initialize`, and by the last one when it is repeated. */
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
  return {
    current: (): Handshake => current,

    /** The rules of which version hold: undefined before the handshake and for versions acptap does not know. */
    version(): ProtocolVersion | undefined {
      const { protocolVersion } = current;
      return protocolVersion === 1 || protocolVersion === 2 ? protocolVersion : undefined;
    },

    /** True when the handshake has changed. */
    requested({ method, params, opened }: Exchange): boolean {
      if (!isInitialize(method) || opened.from !== 'client') return false;
      current = {
        ...current,
        client: implementation(at(params, 'clientInfo') ?? at(params, 'info')) ?? current.client,
        clientCapabilities: at(params, 'clientCapabilities') ?? at(params, 'capabilities'),
        progress: current.progress === 'done' ? 'done' : 'asked',
        asked: opened,
      };
      return true;
    },

    answered({ method, outcome, closed }: Exchange): boolean {
      if (!isInitialize(method) || !outcome?.ok || closed?.from !== 'agent') return false;
      const version = at(outcome.result, 'protocolVersion');
      const [inOne, inTwo] = [at(outcome.result, 'agentCapabilities'), at(outcome.result, 'capabilities')];
      const [named, otherwise] = version === 2 ? [inTwo, inOne] : [inOne, inTwo];
      current = {
        ...current,
        protocolVersion: typeof version === 'number' ? version : undefined,
        agent: implementation(at(outcome.result, 'agentInfo') ?? at(outcome.result, 'info')) ?? current.agent,
        agentCapabilities: named,
        isMisnamed: named === undefined && otherwise !== undefined,
        authMethods: at(outcome.result, 'authMethods'),
        progress: 'done',
        answered: closed,
      };
      return true;
    },
  };
}

function implementation(value: unknown): Implementation | undefined {
  const name = stringAt(value, 'name');
  if (name === undefined || !isObject(value)) return undefined;
  return { name, title: stringAt(value, 'title') ?? null, version: stringAt(value, 'version') ?? null };
}
