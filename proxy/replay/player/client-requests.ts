import type { Request } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { RawId } from '../matching/remap.ts';
import type { ClientLine } from '../playbook/playbook.ts';

interface Told {
  readonly raw: RawId;
  /** Of an open request: the id, and the params as the live client wrote them. */
  readonly open?: Pick<Request, 'id' | 'params'>;
}

/** The live client's requests, by the recorded line that each was matched with. */
export function createClientRequests() {
  const told = new Map<number, Told>();
  const open = new Map<IdToken, ClientLine>();

  return {
    /** Open requests, with the line of each. */
    open: open as ReadonlyMap<IdToken, ClientLine>,
    /** Notes a request, which waits for its answer. */
    take(line: ClientLine, { id, params }: Request, raw: RawId): void {
      told.set(line.index, { raw, open: { id, params } });
      open.set(id, line);
    },
    /** Notes that a request was answered. */
    settle({ index }: ClientLine): void {
      const request = told.get(index);
      if (!request?.open) return;
      told.set(index, { raw: request.raw });
      if (open.get(request.open.id)?.index === index) open.delete(request.open.id); // the id may be in use again
    },
    /** The live id of a line's request, also after its answer. */
    idOf: (line: number): RawId | undefined => told.get(line)?.raw,
    /** The params of an open request. */
    paramsOf: ({ index }: ClientLine): unknown => told.get(index)?.open?.params,
  };
}
