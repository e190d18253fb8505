import { useMemo } from 'preact/hooks';
import { toMarkdown, type Cell, type ListItem, type MarkdownBlock } from '../../text/markdown.ts';
import { AnsiText } from './ansi-text.tsx';
import { Inlines } from './inlines.tsx';
import './markdown-view.css';

/** Recorded markdown as elements. Never creates HTML: every leaf is a text node, and tags stay visible as text. */
export function MarkdownView({ text }: { text: string }) {
  const blocks = useMemo(() => toMarkdown(text), [text]);
  return (
    <div class="markdown">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { block: MarkdownBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines inlines={block.children} />
        </p>
      );
    case 'heading': // not an <hN>: recorded headings must not mix with the page's
      return (
        <p class="markdown-heading" dir="auto" role="heading" aria-level={3} data-level={block.level}>
          <Inlines inlines={block.children} />
        </p>
      );
    case 'code':
      return (
        <pre class="markdown-code" dir="ltr" tabIndex={0} data-language={block.language || undefined}>
          <code>
            <AnsiText text={block.text} />
          </code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => <ItemView key={index} item={item} />);
      return block.start === undefined ? (
        <ul dir="auto">{items}</ul>
      ) : (
        <ol dir="auto" start={block.start}>
          {items}
        </ol>
      );
    }
    case 'table':
      return <TableView head={block.head} rows={block.rows} />;
    case 'rule':
      return <hr />;
    case 'source':
      return (
        <pre class="markdown-source" dir="auto">
          <AnsiText text={block.text.trimEnd()} />
        </pre>
      );
  }
}

function ItemView({ item }: { item: ListItem }) {
  const { checked, children } = item;
  return (
    <li class={checked === undefined ? undefined : 'markdown-task'}>
      {checked !== undefined && (
        <span class="markdown-check" role="img" aria-label={checked ? 'done' : 'to do'}>
          {checked ? '☑' : '☐'}
        </span>
      )}
      <Blocks blocks={children} />
    </li>
  );
}

function TableView({ head, rows }: { head: readonly Cell[]; rows: readonly (readonly Cell[])[] }) {
  return (
    <div class="markdown-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map(({ align, children }, index) => (
              <th key={index} data-align={align} dir="auto">
                <Inlines inlines={children} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map(({ align, children }, index) => (
                <td key={index} data-align={align} dir="auto">
                  <Inlines inlines={children} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
