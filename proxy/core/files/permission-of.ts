import type { Permitted } from '#core/model/files.ts';
import type { Call } from './calls.ts';
import type { FileLedger } from './file-ledger.ts';

/** How a change was permitted: by its call's own request, or by an earlier one that lasts. */
export function permissionOf(
  { sessions }: Pick<FileLedger, 'sessions'>,
  call: Call | undefined,
  session: string | undefined,
): Permitted {
  if (call && call.permission.asked !== null) return { ...call.permission };
  const asked = sessions.allowedAt(session);
  return asked === undefined
    ? { permission: 'none', asked: null, isByAcptap: false }
    : { permission: 'earlier', asked, isByAcptap: false };
}
