import { styleText } from 'node:util';
import type { Grade } from '#core/model/finding.ts';

/** The meaning of a piece of text, for colouring. */
export type Tone = Grade | 'dim';

/** Colours a piece of text, or returns it unchanged. Recorded text must be escaped by `visible` before. */
export type Paint = (tone: Tone, text: string) => string;

const STYLES = {
  error: ['bold', 'red'],
  warning: ['bold', 'yellow'],
  note: ['bold', 'cyan'],
  dim: ['dim'],
} as const satisfies Record<Tone, readonly string[]>;

/** Paints for a terminal with colours, or as `NO_COLOR` and `FORCE_COLOR` demand; plain text for files and pipes. */
export const paintFor =
  (stream: NodeJS.WriteStream): Paint =>
  (tone, text) =>
    styleText([...STYLES[tone]], text, { stream });

/** Returns the text unchanged. */
export const plain: Paint = (_tone, text) => text;
