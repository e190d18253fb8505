import { isObject } from '#core/json/json.ts';
import type { ToggledGroups } from '../filter/view-filter.ts';

/** List state that the browser's history keeps beside the address. */
export interface SavedList extends ToggledGroups {
  /** The first visible row. */
  readonly place: number;
  readonly isDetailOpen: boolean;
}

/** Returns undefined if `kept` is missing or belongs to another view. */
export function readSavedList(kept: unknown): SavedList | undefined {
  if (!isObject(kept)) return undefined;
  const { place, opened, collapsed, isDetailOpen } = kept;
  const areNumbers = (list: unknown): list is number[] => Array.isArray(list) && list.every(Number.isSafeInteger);
  if (!Number.isSafeInteger(place) || !areNumbers(opened) || !areNumbers(collapsed)) return undefined;
  return { place: Math.max(Number(place), 0), opened, collapsed, isDetailOpen: isDetailOpen === true };
}
