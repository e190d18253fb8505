import { valueAt } from '#core/json/json.ts';
import { toIdToken, type IdToken } from '#core/wire/request-id.ts';
import { cancelsRequest } from './method-traits.ts';

/** The request id in a `$/cancel_request`. Undefined for other methods and for a missing id. */
export const idToCancel = ({
  method,
  params,
}: {
  readonly method: string;
  readonly params?: unknown;
}): IdToken | undefined => (cancelsRequest(method) ? toIdToken(valueAt(params, 'requestId'), () => '{}') : undefined);
