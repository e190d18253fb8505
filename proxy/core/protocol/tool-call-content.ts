import { stringAt } from '#core/json/json.ts';

/** The text of an item of a tool call's content; undefined for an item without text. */
export const contentText = (item: unknown): string | undefined =>
  stringAt(item, 'type') === 'content' && stringAt(item, 'content', 'type') === 'text'
    ? stringAt(item, 'content', 'text')
    : undefined;
