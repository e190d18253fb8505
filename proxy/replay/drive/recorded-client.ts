import { isElicitation } from '#core/protocol/method-traits.ts';
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
    const served = workspace?.(request.method, request.params);
    if (served) return { outcome: served.then((outcome) => files.asMissing(request, outcome)) };
    if (isElicitation(request.method)) return decideElicitation(request, unused, names, permissions);
    switch (request.method) {
      case 'session/request_permission':
        return decidePermission(request, unused, names, permissions);
      case 'fs/read_text_file':
        return files.read(request);
      case 'fs/write_text_file':
        return files.write(request);
      case 'terminal/create':
        return terminals.create(request);
      case 'terminal/output':
      case 'terminal/wait_for_exit':
      case 'terminal/kill':
      case 'terminal/release':
        return terminals.other(request);
      default:
        return decideOther(request, unused, names);
    }
  };
}
