import { isObject } from '#core/json/json.ts';

/** The comment of a person in the `extra` of an entry; undefined without one. */
export function commentIn(extra: string | null | undefined): string | undefined {
  const { comment } = extra?.includes('"comment"') ? membersOf(extra) : {};
  return typeof comment === 'string' && comment !== '' ? comment : undefined;
}

/** The member `comment` of a row. */
export function rowComment(extra: string | null | undefined): { readonly comment?: string } {
  const comment = commentIn(extra);
  return comment === undefined ? {} : { comment };
}

/** Returns `extra` with another comment, or without any for null. undefined if no member is left. */
export function withComment(extra: string | null | undefined, comment: string | null): string | undefined {
  const { comment: _, ...others } = membersOf(extra ?? '{}');
  const members = comment === null ? others : { ...others, comment };
  return Object.keys(members).length > 0 ? JSON.stringify(members) : undefined;
}

function membersOf(extra: string): { readonly [member: string]: unknown } {
  const members: unknown = JSON.parse(extra); // written by the decoder and by `withComment`
  return isObject(members) ? members : {};
}
