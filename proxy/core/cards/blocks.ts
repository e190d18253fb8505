import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { Block } from '#core/model/cards.ts';
import { cut, indented, type Budget } from './budget.ts';

/** The most base64 characters of one image. Larger images are named but not shown. */
const MAX_IMAGE_CHARACTERS = 4_000_000;

/**
 * Collects the content blocks of a message as they come. Joins consecutive texts in one block, because a
 * chunk may end in the middle of a word or of a line of markdown. Shows any other value as its JSON.
 */
export function createBlocks(budget: Budget) {
  let blocks: Block[] = [];

  /** Adds a chunk. */
  const push = (value: unknown, seq: number): void => {
    const block = toBlock(value, seq, budget);
    const last = blocks.at(-1);
    if (block.kind !== 'text' || last?.kind !== 'text') return void blocks.push(block);
    blocks[blocks.length - 1] = { ...last, text: last.text + block.text, missing: last.missing + block.missing };
  };

  return {
    push,
    /** Replaces the collected blocks by a whole message; null removes them. */
    replace(content: unknown, seq: number): void {
      for (const block of blocks) budget.left += sizeOf(block);
      blocks = [...toBlocks(content, seq, budget)];
    },
    all: (): readonly Block[] => blocks,
  };
}

/** The blocks of an array, or a single block. Absent and null give none. */
export const toBlocks = (content: unknown, seq: number, budget: Budget): readonly Block[] =>
  (Array.isArray(content) ? content : [content])
    .filter((value) => value !== undefined && value !== null)
    .map((value) => toBlock(value, seq, budget));

/** One content block. Source: https://agentclientprotocol.com/protocol/v1/content */
export function toBlock(value: unknown, seq: number, budget: Budget): Block {
  if (typeof value === 'string') return { kind: 'text', seq, ...cut(value, budget) };
  const type = stringAt(value, 'type') ?? '';
  const mimeType = stringAt(value, 'mimeType') ?? '';
  switch (type) {
    case 'text':
      return { kind: 'text', seq, ...cut(stringAt(value, 'text') ?? '', budget) };
    case 'image': {
      const data = stringAt(value, 'data') ?? '';
      const isShown = data !== '' && data.length <= MAX_IMAGE_CHARACTERS;
      return { kind: 'image', seq, mimeType, data: isShown ? data : null, bytes: bytesOf(data) };
    }
    case 'audio':
      return { kind: 'audio', seq, mimeType, bytes: bytesOf(stringAt(value, 'data') ?? '') };
    case 'resource_link': {
      const uri = stringAt(value, 'uri') ?? '';
      return { kind: 'link', seq, uri, name: stringAt(value, 'name') ?? uri, title: stringAt(value, 'title') ?? null };
    }
    case 'resource':
      return toResource(valueAt(value, 'resource'), seq, budget);
    default:
      return { kind: 'other', seq, type, ...cut(toJson(value), budget) };
  }
}

function toResource(resource: unknown, seq: number, budget: Budget): Block {
  const text = stringAt(resource, 'text');
  return {
    kind: 'resource',
    seq,
    uri: stringAt(resource, 'uri') ?? '',
    mimeType: stringAt(resource, 'mimeType') ?? null,
    content: text === undefined ? null : cut(text, budget),
    bytes: text?.length ?? bytesOf(stringAt(resource, 'blob') ?? ''),
  };
}

/** The number of bytes in base64 text. */
const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

const toJson = (value: unknown): string => (isObject(value) || Array.isArray(value) ? indented(value) : String(value));

const sizeOf = (block: Block): number =>
  block.kind === 'text' || block.kind === 'other'
    ? block.text.length
    : block.kind === 'resource'
      ? (block.content?.text.length ?? 0)
      : 0;
