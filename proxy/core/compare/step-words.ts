import type { StepKind, StepName } from '#core/model/compare.ts';

/** The name and the text of a step. Recorded text: the caller makes invisible characters visible. */
export interface StepWords {
  /** The method, the variant of an update, or the kind of step if it has neither. */
  readonly what: string;
  /** Empty if there is no more text. */
  readonly said: string;
}

/** Returns the same words for terminal and page. Removes the variant from the beginning of an update's description. */
export function wordsOfStep({ kind, name, title }: Pick<StepName, 'kind' | 'name' | 'title'>): StepWords {
  const repeats = kind === 'update' && (title === name || title.startsWith(`${name} · `));
  return { what: KINDS[kind] || name, said: repeats ? title.slice(`${name} · `.length) : title };
}

/** Returns the title of consecutive lines that are no messages: the first of them, and how many there are. */
export const withLines = (first: string, lines: number): string => `${first} · ${lines} lines`;

/** Returns the first line of such a title. Steps are paired by it, because the number may differ from run to run. */
export const withoutLines = (title: string): string => title.replace(/ · \d+ lines$/, '');

const KINDS: Readonly<Record<StepKind, string>> = {
  exchange: '',
  notification: '',
  update: '',
  message: 'message',
  thought: 'thought',
  'user-message': 'user message',
  'tool-call': 'tool call',
  plan: 'plan',
  orphan: 'response without a request',
  noise: 'invalid',
};
