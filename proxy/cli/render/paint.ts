import { styleText } from 'node:util';
import type { Grade } from '#core/rules/rule.ts';

/** What a piece of text is, for who colours it. */
export type Tone = Grade | 'dim';

/** Colours a piece of text, or leaves it as it is. Recorded text must have been through `visible` before. */
export type Paint = (tone: Tone, text: string) => string;

const STYLES = {
  error: ['bold', 'red'],
  warning: ['bold', 'yellow'],
  note: ['bold', 'cyan'],
  dim: ['dim'],
} as const satisfies Record<Tone, readonly string[]>;

/** For a terminal that shows colours and a person who wants them (`NO_COLOR`, `FORCE_COLOR`); plain text for files and pipes. */
export const paintFor =
  (stream: NodeJS.WriteStream): Paint =>
  (tone, text) =>
    styleText([...STYLES[tone]], text, { stream });

/** Text as it is. */
export const plain: Paint = (_tone, text) => text;
