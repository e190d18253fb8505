/**
 * The lines that peers send, in transcript notation without the mark for the side (see
 * `proxy/core/wire/transcript.ts`). So a defect can send any bytes, not only messages.
 */
export type Lines = readonly string[];

export type Params = Readonly<Record<string, unknown>>;

export const request = (id: number | string, method: string, params: Params): string =>
  `${JSON.stringify(id)} ${notify(method, params)}`;

export const notify = (method: string, params: Params): string => `${method} ${JSON.stringify(params)}`;

/** `id` is the JSON text of the request's id. */
export const ok = (id: string, result: unknown): string => `${id} ok ${JSON.stringify(result)}`;

export const failed = (id: string, code: number, message: string, data?: unknown): string =>
  `${id} error ${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}`;

export const update = (sessionId: string, sessionUpdate: string, members: Params): string =>
  notify('session/update', { sessionId, update: { sessionUpdate, ...members } });

export const text = (words: string): Params => ({ type: 'text', text: words });
