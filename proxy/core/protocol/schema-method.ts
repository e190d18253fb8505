import type { Side } from '#core/wire/entry.ts';

export type Surface = 'stable' | 'unstable';

/** One method of one official schema. `v1`, `v2`: its surface in that version, or null. */
export interface SchemaMethod {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sentBy: Side | 'both';
  readonly v1: Surface | null;
  readonly v2: Surface | null;
}
