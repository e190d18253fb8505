import type { Inspector } from '../../state/inspector.ts';
import { toConnectionRow } from './shell-rows.ts';
import './banner.css';

/** Across the whole page while what it shows may be out of date. */
export function Banner({ inspector }: { inspector: Inspector }) {
  const { banner, canRetry } = toConnectionRow(inspector.connection.value);
  return (
    <div class="banner" role="alert" data-shown={banner !== ''}>
      {banner && <span>{withCode(banner)}</span>}
      {canRetry && (
        <button type="button" class="plain-button" onClick={inspector.connect}>
          Try now
        </button>
      )}
    </div>
  );
}

/** Renders what stands between backquotes as code. */
const withCode = (sentence: string) =>
  sentence.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
