import { escapeUnseen } from '#core/wire/visible.ts';

/**
 * A value as JSON text for stdout or a report, without a line end. Control characters and marks that change the writing
 * direction are JSON escapes, because a terminal obeys them.
 */
export const toJsonText = (value: unknown, indent?: number): string =>
  escapeUnseen(JSON.stringify(value, undefined, indent));
