import { decodeText } from '#core/wire/decode-frame.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { lastMember, replaceMember } from '#core/wire/request-id.ts';
import type { Frame, Script, ScriptAction, Session, Wire } from './frame.ts';

/** A frame for a script. */
export interface ArrivedText {
  readonly from: 'client' | 'agent';
  readonly text: string;
  /** The method of the request that the frame answers. */
  readonly answered: string | undefined;
  /** The params of that request. */
  readonly askedParams: unknown;
  readonly sessionId: string | undefined;
}

/** The decision of a script. */
export type Decided = ScriptAction | { readonly action: 'change'; readonly text: string };

/** The longest delay, in milliseconds: what timers can do. */
const MAX_MS = 24 * 3_600_000;

/**
 * Calls the script with a frame.
 * @throws what the script throws, and {TypeError} when it returns something else than `ScriptResult`.
 */
export async function callScript(
  script: Script,
  arrived: ArrivedText,
  session: (id: string | undefined) => Session | undefined,
): Promise<readonly Decided[]> {
  const made = new Map<unknown, Decided>();
  const act = (action: ScriptAction): ScriptAction => {
    made.set(action, action);
    return action;
  };
  const toFrame = (text: string): Frame => {
    const frame = frameOf({ ...arrived, text }, toFrame);
    made.set(frame, { action: 'change', text });
    return frame;
  };
  const frame = toFrame(arrived.text);
  const wire: Wire = {
    drop: () => act({ action: 'drop' }),
    hold: () => act({ action: 'hold' }),
    delay(ms) {
      if (!(ms >= 0 && ms <= MAX_MS)) throw new TypeError(`wire.delay takes milliseconds up to a day, not ${ms}`);
      return act({ action: 'delay', ms });
    },
    answer(request, outcome) {
      if (!made.has(request) || !('id' in request))
        throw new TypeError('wire.answer takes the request or the response that frame() was called with');
      const [member, value] = 'error' in outcome ? ['error', outcome.error] : ['result', outcome.result];
      const text = responseText(arrived.text, member, value);
      if (request.kind === 'request') return act({ action: 'answer', text });
      const instead: ScriptAction = { action: 'answer', text };
      made.set(instead, { action: 'change', text });
      return instead;
    },
    inject: (toward, message) =>
      act({ action: 'inject', toward, text: `${jsonOf({ jsonrpc: '2.0', ...message }, 'message')}\n` }),
    session,
  };
  const returned: unknown = await script.frame(frame, wire);
  const all: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
  return all
    .filter((one) => one !== undefined && one !== frame)
    .map((one) => {
      const decided = made.get(one);
      if (decided) return decided;
      throw new TypeError('frame() may return nothing, a frame from withParams and the like, or what wire has made');
    });
}

/** The types of a frame depend on its method. Nobody has checked the content. */
function frameOf(
  { from, text, answered, askedParams, sessionId }: ArrivedText,
  toFrame: (text: string) => Frame,
): Frame {
  const base = { from, sessionId, text };
  const message = messageIn(text);
  if (!message) return { ...base, kind: 'other', method: null };
  const id = 'id' in message && message.id !== undefined ? { id: JSON.parse(message.id) as unknown } : {};
  const change = (member: string) => (value: unknown) => toFrame(withMember(text, member, value));
  const frame =
    message.kind === 'response'
      ? {
          ...base,
          ...id,
          ...(message.outcome.ok
            ? { kind: 'response', result: message.outcome.result }
            : { kind: 'error', error: message.outcome.error }),
          method: answered ?? null,
          params: askedParams,
          withResult: change('result'),
          withError: change('error'),
        }
      : {
          ...base,
          ...id,
          kind: message.kind,
          method: message.method,
          params: message.params,
          withParams: change('params'),
        };
  return frame as Frame; // by its method
}

function messageIn(text: string): Message | undefined {
  const decoded = decodeText(text);
  return decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
}

/** Keeps every other byte, unless a result becomes an error or an error a result. */
function withMember(text: string, member: string, value: unknown): string {
  const json = text.startsWith('\u{feff}') ? text.slice(1) : text;
  if (lastMember(json, member) !== undefined) return replaceMember(json, member, jsonOf(value, member));
  if (member !== 'params') return responseText(text, member, value);
  const end = json.lastIndexOf('}');
  return `${json.slice(0, end)},"params":${jsonOf(value, member)}${json.slice(end)}`;
}

/** A response with the id as it was received. */
function responseText(text: string, member: string, value: unknown): string {
  const id = lastMember(text.startsWith('\u{feff}') ? text.slice(1) : text, 'id') ?? 'null';
  return `{"jsonrpc":"2.0","id":${id},"${member}":${jsonOf(value, member)}}\n`;
}

function jsonOf(value: unknown, what: string): string {
  const text = JSON.stringify(value) as string | undefined; // undefined for values without JSON
  if (text === undefined) throw new TypeError(`a frame cannot have ${String(value)} for its ${what}`);
  return text;
}
