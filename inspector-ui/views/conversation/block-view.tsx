import type { Block } from '#core/model/cards.ts';
import { formatBytes } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toImageSource } from '../../text/web-link.ts';
import { AnsiText } from './ansi-text.tsx';
import type { CardContext } from './card-context.ts';
import { Fold } from './fold.tsx';
import { WebLink } from './inlines.tsx';
import { MarkdownView } from './markdown-view.tsx';
import { MissingNote } from './missing-note.tsx';
import './block-view.css';

interface BlockViewProps {
  readonly context: CardContext;
  /** Unique among the blocks of the conversation. */
  readonly name: string;
  readonly block: Block;
}

/** A content block: text as markdown, images as pixels, attachments by name with a fold. */
export function BlockView({ context, name, block }: BlockViewProps) {
  const { seq } = block;
  switch (block.kind) {
    case 'text':
      return (
        <>
          <MarkdownView text={block.text} />
          <MissingNote context={context} text={block} seq={seq} />
        </>
      );
    case 'image': {
      const source = block.data === null ? undefined : toImageSource(block.mimeType, block.data);
      const label = `${block.mimeType === '' ? 'image' : toVisibleLine(block.mimeType)}, ${formatBytes(block.bytes)}`;
      if (source !== undefined) return <img class="framed card-image" src={source} alt={`Image: ${label}`} />;
      return <p class="attachment">Image that is not shown here: {label}</p>;
    }
    case 'audio':
      return (
        <p class="attachment">
          Audio: {toVisibleLine(block.mimeType)}, {formatBytes(block.bytes)}
        </p>
      );
    case 'link':
      return (
        <p class="attachment">
          <WebLink address={block.uri} isBare={block.name === block.uri}>
            {toVisibleLine(block.title ?? block.name)}
          </WebLink>
        </p>
      );
    case 'resource':
      return (
        <div class="attachment">
          {block.content === null ? (
            <Attached uri={block.uri} size={block.bytes} />
          ) : (
            <Fold context={context} name={name} summary={<Attached uri={block.uri} size={block.bytes} />}>
              <pre class="kept-lines block-text" tabIndex={0}>
                <AnsiText text={block.content.text} />
              </pre>
              <MissingNote context={context} text={block.content} seq={seq} />
            </Fold>
          )}
        </div>
      );
    case 'other':
      return (
        <Fold context={context} name={name} summary={`Content of type ${toVisibleLine(block.type) || 'unknown'}`}>
          <pre class="kept-lines block-text" tabIndex={0}>
            <AnsiText text={block.text} />
          </pre>
          <MissingNote context={context} text={block} seq={seq} />
        </Fold>
      );
  }
}

function Attached({ uri, size }: { uri: string; size: number }) {
  return (
    <>
      <bdi class="path">{toVisibleLine(uri)}</bdi> <span class="fact">{formatBytes(size)}</span>
    </>
  );
}

/** All blocks of a message. */
export function Blocks({ context, name, blocks }: { context: CardContext; name: string; blocks: readonly Block[] }) {
  return (
    <div class="blocks">
      {blocks.map((block, index) => (
        <BlockView key={index} context={context} name={`${name}/${index}`} block={block} />
      ))}
      {blocks.length === 0 && <p class="card-nothing">Nothing in it</p>}
    </div>
  );
}
