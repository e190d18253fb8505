import type { ComponentChildren } from 'preact';
import type { Inline } from '../../text/markdown.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toDataImage, toWebLink } from '../../text/web-link.ts';
import { VisibleRuns } from '../../components/visible-text.tsx';

/** The content of a paragraph. */
export function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return (
    <>
      {inlines.map((inline, index) => (
        <InlineView key={index} inline={inline} />
      ))}
    </>
  );
}

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return <VisibleRuns text={inline.text} />;
    case 'strong':
      return (
        <strong>
          <Inlines inlines={inline.children} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines inlines={inline.children} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inlines inlines={inline.children} />
        </del>
      );
    case 'code':
      return (
        <code class="markdown-codespan">
          <VisibleRuns text={inline.text} />
        </code>
      );
    case 'break':
      return <br />;
    case 'link':
      return (
        <WebLink address={inline.address} isBare={textOf(inline.children) === inline.address}>
          <Inlines inlines={inline.children} />
        </WebLink>
      );
    case 'image':
      return <ImageView address={inline.address} alt={inline.alt} />;
  }
}

interface WebLinkProps {
  readonly address: string;
  /** True if the text is the address itself. */
  readonly isBare: boolean;
  readonly children: ComponentChildren;
}

/**
 * A recorded link. Shows the address too, because the text may mislead. Only http and https can be followed: in a new
 * tab, without opener and referrer. Other links stay text.
 */
export function WebLink({ address, isBare, children }: WebLinkProps) {
  const link = toWebLink(address);
  return (
    <>
      {link === undefined ? (
        <span class="markdown-dead-link">{children}</span>
      ) : (
        <a class="markdown-link" href={link} target="_blank" rel="noopener noreferrer" title={toVisibleLine(address)}>
          {children}
        </a>
      )}
      {!isBare && (
        <span class="markdown-address">
          {' '}
          (<bdi>{toVisibleLine(address)}</bdi>)
        </span>
      )}
    </>
  );
}

/** Shows images embedded in the text. For others shows only the address: the page fetches nothing. */
function ImageView({ address, alt }: { address: string; alt: string }) {
  const source = toDataImage(address);
  if (source !== undefined) return <img class="framed card-image" src={source} alt={alt === '' ? 'Image' : alt} />;
  return (
    <span class="markdown-dead-link">
      [image: {toVisibleLine(alt)}
      <span class="markdown-address">
        {' '}
        <bdi>{toVisibleLine(address).slice(0, 200)}</bdi>
      </span>
      ]
    </span>
  );
}

const textOf = (inlines: readonly Inline[]): string =>
  inlines.map((inline) => (inline.kind === 'text' || inline.kind === 'code' ? inline.text : '')).join('');
