import {
  asksPermission,
  createsTerminal,
  endsTerminal,
  isElicitation,
  readsFile,
  readsTerminal,
  waitsForTerminal,
  writesFile,
} from '#core/protocol/method-traits.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import type { Answer } from './answer.ts';
import { decideElicitation, decideOther, decidePermission, type PermissionPolicy } from './decisions.ts';
import type { LiveRequest } from './live-side.ts';
import type { LiveNames } from './live-names.ts';
import type { AgentRequest } from './plan.ts';
import { createRecordedFiles } from './recorded-files.ts';
import { createRecordedTerminals } from './recorded-terminals.ts';
import { createUnusedRequests } from './unused-requests.ts';

/** Serves a live agent's `fs/…` and `terminal/…` requests for real. Undefined for an unsupported method. */
export type Workspace = (method: string, params: unknown) => Promise<Outcome> | undefined;

export interface RecordedClientOptions {
  readonly permissions: PermissionPolicy;
  /** Makes files and commands real; without it they are answered from the recording. */
  readonly workspace?: Workspace;
}

/** Answers a live agent's requests as the recorded client did. Matches requests by content, not by position. */
export function createRecordedClient(
  asked: readonly AgentRequest[],
  names: LiveNames,
  { permissions, workspace }: RecordedClientOptions,
): (request: LiveRequest) => Answer {
  const unused = createUnusedRequests(asked);
  const files = createRecordedFiles(asked, unused, names);
  const terminals = createRecordedTerminals(asked, unused, names);

  return (request) => {
    const { method, params } = request;
    const served = workspace?.(method, params);
    if (served) return { outcome: served.then((outcome) => files.asMissing(request, outcome)) };
    if (isElicitation(method)) return decideElicitation(request, unused, names, permissions);
    if (asksPermission(method)) return decidePermission(request, unused, names, permissions);
    if (readsFile(method)) return files.read(request);
    if (writesFile(method)) return files.write(request);
    if (createsTerminal(method)) return terminals.create(request);
    if (readsTerminal(method) || waitsForTerminal(method) || endsTerminal(method)) return terminals.other(request);
    return decideOther(request, unused, names);
  };
}
