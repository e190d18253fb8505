import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { decodeEntities } from './entities.ts';

/** Markdown as plain data without HTML. A view turns it into elements. */
export type MarkdownBlock =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'quote'; readonly children: readonly MarkdownBlock[] }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'rule' }
  /** Source of HTML and of unsupported markdown. */
  | { readonly kind: 'source'; readonly text: string };

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly Inline[] }
  | { readonly kind: 'image'; readonly address: string; readonly alt: string }
  | { readonly kind: 'break' };

/** `checked` is undefined if the item is not a task. */
export interface ListItem {
  readonly checked: boolean | undefined;
  readonly children: readonly MarkdownBlock[];
}

export interface Cell {
  readonly align: 'left' | 'center' | 'right' | undefined;
  readonly children: readonly Inline[];
}

/** Longer texts are shown as source, because parsing time grows faster than the text. */
const MAX_TEXT = 50_000;

/** Paragraphs with more marks are shown as source: 8,000 asterisks take a quarter of a second to match. */
const MAX_MARKS = 600;

/** A line with this many quote and list marks, or this indentation, takes seconds to parse. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){17}|^[ \t]{48,}(?:[-*+]|\d{1,9}[.)])[ \t]/m;

/** Deeper levels are shown as source. */
const MAX_DEPTH = 16;

/**
 * Reads GitHub's markdown. Never throws: returns one `source` block for text that is too long or too deeply nested.
 * HTML stays text.
 */
export function toMarkdown(text: string): readonly MarkdownBlock[] {
  if (text.length > MAX_TEXT || TOO_DEEP.test(text)) return [{ kind: 'source', text }];
  try {
    return toBlocks(lex(text), 0);
  } catch (cause) {
    if (cause instanceof RangeError) return [{ kind: 'source', text }]; // nested beyond the stack
    throw cause;
  }
}

function lex(text: string): readonly Token[] {
  const lexer = new Lexer({ gfm: true });
  lexer.blockTokens(text.replace(/\r\n?/g, '\n'), lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue)
    if (countMarks(src) <= MAX_MARKS) lexer.inlineTokens(src, tokens);
    else tokens.push({ type: 'text', raw: src, text: src });
  return lexer.tokens;
}

const countMarks = (text: string): number => text.match(/[*_~[\]`<!\\&]|:\/\//g)?.length ?? 0;

function toBlocks(tokens: readonly Token[], depth: number): readonly MarkdownBlock[] {
  return tokens.flatMap((token) => toBlock(token as MarkedToken, depth)); // there are no extensions
}

function toBlock(token: MarkedToken, depth: number): readonly MarkdownBlock[] {
  if (depth > MAX_DEPTH) return [{ kind: 'source', text: token.raw }];
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'paragraph':
      return [{ kind: 'paragraph', children: toInlines(token.tokens, depth) }];
    case 'text': // in a list item without blank lines
      return [{ kind: 'paragraph', children: token.tokens ? toInlines(token.tokens, depth) : [toText(token.text)] }];
    case 'heading':
      return [{ kind: 'heading', level: token.depth, children: toInlines(token.tokens, depth) }];
    case 'code':
      return [{ kind: 'code', text: token.text, language: /^\S*/.exec(token.lang ?? '')?.[0] ?? '' }];
    case 'blockquote':
      return [{ kind: 'quote', children: toBlocks(token.tokens, depth + 1) }];
    case 'list':
      return [
        {
          kind: 'list',
          start: token.ordered ? Number(token.start) : undefined,
          items: token.items.map((item) => toItem(item, depth + 1)),
        },
      ];
    case 'table':
      return [
        {
          kind: 'table',
          head: token.header.map((cell) => toCell(cell, depth)),
          rows: token.rows.map((row) => row.map((cell) => toCell(cell, depth))),
        },
      ];
    case 'hr':
      return [{ kind: 'rule' }];
    default:
      return [{ kind: 'source', text: token.raw }];
  }
}

const toItem = ({ task, checked, tokens }: Tokens.ListItem, depth: number): ListItem => ({
  checked: task ? checked === true : undefined,
  children: toBlocks(tokens, depth),
});

const toCell = ({ align, tokens }: Tokens.TableCell, depth: number): Cell => ({
  align: align ?? undefined,
  children: toInlines(tokens, depth),
});

function toInlines(tokens: readonly Token[], depth: number): readonly Inline[] {
  return tokens.map((token) => toInline(token as MarkedToken, depth + 1)); // there are no extensions
}

function toInline(token: MarkedToken, depth: number): Inline {
  if (depth > MAX_DEPTH) return { kind: 'text', text: token.raw };
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return { kind: token.type, children: toInlines(token.tokens, depth) };
    case 'codespan':
      return { kind: 'code', text: token.text };
    case 'link':
      return { kind: 'link', address: token.href, children: toInlines(token.tokens, depth) };
    case 'image':
      return { kind: 'image', address: token.href, alt: decodeEntities(token.text) };
    case 'br':
      return { kind: 'break' };
    case 'escape':
      return { kind: 'text', text: token.text };
    case 'text':
      return toText(token.text);
    default:
      return { kind: 'text', text: token.raw };
  }
}

const toText = (text: string): Inline => ({ kind: 'text', text: decodeEntities(text) });
