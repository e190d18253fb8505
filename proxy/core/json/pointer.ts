/** Escapes a member's name for a JSON pointer (RFC 6901). */
export const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
