import { findJsonFault } from '#core/wire/json-fault.ts';
import { excerptAround } from './excerpt.ts';

/** What is wrong with a line that is not JSON. */
export interface NotJson {
  /** The end of a sentence that says that it is not; empty for a text that nobody meant to be JSON. */
  readonly why: string;
  /** The part of the line that shows it. */
  readonly seen: string;
}

/** How far into a line the signs of another format are looked for. */
const BEGINNING = 1000;

/** Says why a line is not JSON: by the signs of another format, else by where its JSON breaks. */
export function explainNotJson(text: string): NotJson {
  const start = text.slice(0, BEGINNING).trimStart();
  const sign = signOf(start);
  if (sign !== undefined) return { why: `: ${sign}`, seen: excerptAround(text, 0) };
  const fault = /^(?:\{|\[\s*\{)/.test(start) ? findJsonFault(text) : undefined;
  if (!fault) return { why: '', seen: excerptAround(text, 0) };
  const why = fault.isEnd ? `: ${fault.what}; is a newline inside the message?` : `: ${fault.what}`;
  return { why: fault.isEnd ? why : `${why} (character ${fault.at + 1})`, seen: excerptAround(text, fault.at) };
}

/** Whether a line is a header in front of a message, which a blank line ends. */
export const isHeader = (text: string): boolean => /^\s*content-(?:length|type):/i.test(text.slice(0, BEGINNING));

/** Other formats that writers of agents know, as the beginning of a line gives them away. */
function signOf(start: string): string | undefined {
  if (isHeader(start)) return 'a header, as LSP has them; in ACP each line is a message';
  if (/^(?:data|event):/.test(start)) return 'a server-sent event; in ACP each line is a bare message';
  if (start.includes('\u001b[')) return 'it has the colour codes of a terminal';
  if (/^[^{[].*\{\s*"jsonrpc"/.test(start)) return 'text stands before the message on its line';
  return undefined;
}
