import { Prose } from '../../components/prose.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import { toConnectionRow } from '../recordings/connection-row.ts';
import './banner.css';

/** A banner across the page while its data may be out of date. */
export function Banner({ inspector }: { inspector: Inspector }) {
  const { banner, canRetry } = toConnectionRow(inspector.connection.value);
  return (
    <div class="warning-line banner" role="alert" data-shown={banner !== ''}>
      {banner && (
        <span>
          <Prose text={banner} />
        </span>
      )}
      {canRetry && (
        <button type="button" class="plain-button" onClick={inspector.connect}>
          Try now
        </button>
      )}
    </div>
  );
}
