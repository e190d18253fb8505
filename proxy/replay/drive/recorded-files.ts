import { valueAt, stringAt } from '#core/json/json.ts';
import { RESOURCE_NOT_FOUND } from '#core/protocol/error-codes.ts';
import { readsFile } from '#core/protocol/method-traits.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { noString, notFound, result, type Answer } from './answer.ts';
import type { LiveRequest } from './live-side.ts';
import type { LiveNames } from './live-names.ts';
import type { AgentRequest } from './plan.ts';
import type { UnusedRequests } from './unused-requests.ts';

/**
 * The files of a client that has only its recording. Each read of a path gives the next recorded content, and the last
 * one again and again, unless the agent has written the file meanwhile. Writes nothing to disk.
 */
export function createRecordedFiles(asked: readonly AgentRequest[], unused: UnusedRequests, names: LiveNames) {
  const written = new Map<string, string>();
  const lastRead = new Map<string, AgentRequest>();
  // the agent may use a recorded path, from a file or from a loaded session
  const pathOf = (params: unknown) => names.pathToLive(stringAt(params, 'path') ?? '');

  function read(request: LiveRequest): Answer {
    const path = pathOf(request.params);
    const like = unused.take(request.method, (each) => {
      if (pathOf(each.params) !== path || !each.outcome) return undefined;
      return (
        (isSameRange(each.params, request.params) ? 2 : isWhole(each.params) ? 1 : 0) +
        (each.prompt === request.prompt ? 0.5 : 0)
      );
    });
    const found = like ?? lastRead.get(path);
    if (like) lastRead.set(path, like);
    const own = written.get(path);
    if (own !== undefined)
      return { outcome: result({ content: rangeOf(own, request.params) }), ...(like ? { like } : {}) };
    if (found?.outcome && isSameRange(found.params, request.params))
      return { outcome: found.outcome, ...(like ? { like } : {}) };
    const whole =
      found && isWhole(found.params) && found.outcome?.ok ? stringAt(found.outcome.result, 'content') : undefined;
    if (whole !== undefined)
      return { outcome: result({ content: rangeOf(whole, request.params) }), ...(like ? { like } : {}) };
    if (stringAt(request.params, 'path') === undefined) return { outcome: noString('path') };
    return {
      outcome: notFound(path),
      note: `the recorded client was never asked for ${path}: the agent got the error that it does not exist`,
    };
  }

  function write(request: LiveRequest): Answer {
    const path = pathOf(request.params);
    const like = unused.take(request.method, (each) =>
      pathOf(each.params) === path && each.outcome
        ? (stringAt(each.params, 'content') === stringAt(request.params, 'content') ? 2 : 0) +
          (each.prompt === request.prompt ? 1 : 0)
        : undefined,
    );
    if (like?.outcome?.ok === false) return { outcome: like.outcome, like };
    const content = stringAt(request.params, 'content');
    if (stringAt(request.params, 'path') === undefined) return { outcome: noString('path') };
    if (content === undefined) return { outcome: noString('content'), ...(like ? { like } : {}) };
    written.set(path, content);
    if (like?.outcome) return { outcome: like.outcome, like };
    return {
      outcome: result({}),
      note: `the recorded agent did not write ${path}: it is kept in memory, no file was written`,
    };
  }

  /** Answers a missing file with an empty text if the recorded client did: some agents fail on the error. */
  function asMissing(request: LiveRequest, outcome: Outcome): Outcome {
    const isMissing = !outcome.ok && outcome.error.code === RESOURCE_NOT_FOUND && readsFile(request.method);
    const then = isMissing
      ? asked.find(({ method, params }) => method === request.method && pathOf(params) === pathOf(request.params))
      : undefined;
    return then?.outcome?.ok && stringAt(then.outcome.result, 'content') === '' ? then.outcome : outcome;
  }

  return { read, write, asMissing };
}

const isWhole = (params: unknown) =>
  (valueAt(params, 'line') ?? 1) === 1 && (valueAt(params, 'limit') ?? undefined) === undefined;

const isSameRange = (a: unknown, b: unknown) =>
  (valueAt(a, 'line') ?? 1) === (valueAt(b, 'line') ?? 1) &&
  (valueAt(a, 'limit') ?? undefined) === (valueAt(b, 'limit') ?? undefined);

/** The lines from `line` (counted from 1), at most `limit`: https://agentclientprotocol.com/protocol/v1/file-system */
export function rangeOf(content: string, params: unknown): string {
  if (isWhole(params)) return content;
  const [line, limit] = [valueAt(params, 'line'), valueAt(params, 'limit')];
  const from = typeof line === 'number' ? Math.max(0, Math.floor(line) - 1) : 0;
  const lines = content.split(/(?<=\n)/);
  return lines.slice(from, typeof limit === 'number' ? from + Math.max(0, Math.floor(limit)) : undefined).join('');
}
