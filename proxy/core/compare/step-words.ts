import type { StepKind, StepName } from '#core/contract/compare.ts';

/** What a step is, and what it says. Recorded text: to be made visible by who shows it. */
export interface StepWords {
  /** The method, the variant of an update, or the kind of step where neither names it. */
  readonly what: string;
  /** Empty where there is nothing more to say. */
  readonly said: string;
}

/** The same words in the terminal and in the page. Descriptions of updates begin with the variant: it is not said twice. */
export function wordsOfStep({ kind, name, title }: Pick<StepName, 'kind' | 'name' | 'title'>): StepWords {
  const repeats = kind === 'update' && (title === name || title.startsWith(`${name} · `));
  return { what: KINDS[kind] || name, said: repeats ? title.slice(`${name} · `.length) : title };
}

const KINDS: Readonly<Record<StepKind, string>> = {
  exchange: '',
  notification: '',
  update: '',
  message: 'message',
  thought: 'thought',
  'user-message': 'user message',
  'tool-call': 'tool call',
  plan: 'plan',
  orphan: 'answer to nothing',
  noise: 'no message',
};
