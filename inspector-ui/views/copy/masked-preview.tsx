import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SharePreview } from '#core/contract/share.ts';
import { formatCount } from '../../text/size.ts';
import { VisibleText } from '../../components/visible-text.tsx';

interface PreviewProps {
  /** Title of the copied form. */
  readonly title: string;
  readonly preview: SharePreview;
  readonly onCopy: () => void;
  readonly onBack: () => void;
}

/** Lists masked values before copying: place, rule and length of each value, never the value. */
export function MaskedPreview({ title, preview: { total, masked }, onCopy, onBack }: PreviewProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <>
      <p class="paragraph">
        {title}: {formatCount(total)} {total === 1 ? 'value is' : 'values are'} masked
        {masked.length < total && `, the first ${formatCount(masked.length)} are`}
        {masked.length < total ? ' listed.' : '.'}
      </p>
      <div class="copy-masked" tabIndex={0} role="region" aria-label="Masked values">
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Place</th>
              <th scope="col">Rule</th>
              <th scope="col">Length</th>
              <th scope="col">Replaced by</th>
            </tr>
          </thead>
          <tbody>
            {masked.map(({ seq, place, rule, length, put }, index) => (
              <tr key={index}>
                <td>{seq === null ? 'header' : `#${seq}`}</td>
                <td>
                  <VisibleText text={place} />
                </td>
                <td>{rule}</td>
                <td>{length}</td>
                <td>{put}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="copy-decide">
        <button type="button" class="plain-button" onClick={onBack}>
          Back
        </button>
        <button ref={button} type="button" class="plain-button" onClick={onCopy}>
          Copy
        </button>
      </p>
    </>
  );
}
