import { findJsonFault } from '#core/json/json-fault.ts';
import { excerptAround } from '#core/text/excerpt.ts';

/** Why a line is not JSON. */
export interface NotJson {
  /** Continues the sentence "not JSON"; empty for text that does not look like JSON. */
  readonly why: string;
  /** The part of the line around the fault. */
  readonly seen: string;
}

/** `[info] hello`, `Loading the model`: words where JSON has none. A name without quotes has a colon. */
const LOG_LINE = /^(?:\[[^\]",]{1,40}\]|[A-Za-z]+)[ \t]+[A-Za-z]/;

/** How many characters of a line are searched for signs of another format. */
const BEGINNING = 1000;

/** Explains why a line is not JSON: it has signs of another format, or its JSON breaks at a character. */
export function explainNotJson(text: string): NotJson {
  const start = text.slice(0, BEGINNING).trimStart();
  const sign = signOf(start);
  if (sign !== undefined) return { why: `: ${sign}`, seen: excerptAround(text, 0) };
  const fault = /^(?:\{|\[\s*\{)/.test(start) ? findJsonFault(text) : undefined;
  if (!fault) return { why: '', seen: excerptAround(text, 0) };
  const seen = excerptAround(text, fault.at);
  if (fault.isInName)
    return { why: `: ${fault.what}, so other text was written inside this message; logs go to stderr`, seen };
  if (fault.isEnd) return { why: `: ${fault.what}; is a newline inside the message?`, seen };
  const where = `: ${fault.what} (character ${fault.at + 1})`;
  return {
    why: LOG_LINE.test(text.slice(fault.at, fault.at + 80)) ? `${where}; is it a log line? Logs go to stderr` : where,
    seen,
  };
}

/** Whether a line is a header before a message. A blank line ends headers. */
export const isHeader = (text: string): boolean => /^\s*content-(?:length|type):/i.test(text.slice(0, BEGINNING));

/** Recognises other formats that authors of agents use by mistake, from the beginning of a line. */
function signOf(start: string): string | undefined {
  if (isHeader(start)) return 'a header, as LSP has them; in ACP each line is a message';
  if (/^(?:data|event):/.test(start)) return 'a server-sent event; in ACP each line is a bare message';
  if (start.includes('\u001b[')) return 'it has the colour codes of a terminal';
  if (/^[^{[].*\{\s*"jsonrpc"/.test(start)) return 'text stands before the message on its line';
  return undefined;
}
