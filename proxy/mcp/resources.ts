import { AcptapError } from '#core/errors.ts';
import { cutText } from './bounds.ts';
import { positionOf, type Asked } from './tool.ts';
import { wanted } from './wanted.ts';

/** Recordings in one page of the list. */
const PAGE = 100;

/** The most characters of a recording as a resource: about 25,000 tokens. Tools read the rest. */
const MAX_RESOURCE = 100_000;

const SCHEME = 'acptap://recording/';

export const RESOURCE_TEMPLATE = {
  uriTemplate: `${SCHEME}{id}`,
  name: 'recording',
  title: 'A recording as text',
  description: 'Its messages, with chunks joined and findings beside their entries. latest is an id, too.',
  mimeType: 'text/plain',
} as const;

/** The recordings as resources, the newest first. */
export function listResources(text: string | undefined, { recordings }: Pick<Asked, 'recordings'>) {
  const from = positionOf(text) ?? 0;
  const next = from + PAGE;
  const resources = recordings.list(from, PAGE).map(({ id, name, state, startedAt, command }) => ({
    uri: `${SCHEME}${encodeURIComponent(id)}`,
    name: cutText(name ?? id, 100),
    description: cutText(`${state}, ${startedAt}: ${command.join(' ')}`, 200),
    mimeType: RESOURCE_TEMPLATE.mimeType,
  }));
  return { resources, ...(next < recordings.ids().length ? { nextCursor: String(next) } : {}) };
}

/** @throws {AcptapError} `usage` for another address; what `find` throws. */
export async function readResource(uri: string, { recordings, isWanted }: Asked) {
  const id = uri.startsWith(SCHEME) ? decode(uri.slice(SCHEME.length)) : undefined;
  if (id === undefined)
    throw new AcptapError('usage', `${JSON.stringify(uri)} is no resource of acptap: ${SCHEME}ID is`);
  const { queries } = await recordings.find(id, isWanted);
  const query = { as: 'llm', of: 'filter', q: '', seq: null, redact: false } as const; // the copy is redacted
  const text = wanted(await queries.share(query, isWanted));
  return { contents: [{ uri, mimeType: RESOURCE_TEMPLATE.mimeType, text: cutText(text, MAX_RESOURCE) }] };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
