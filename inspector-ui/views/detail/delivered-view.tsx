import type { EntryDetail } from '#core/model/row.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import { deliveredOf, toDetailBody } from './detail-rows.ts';
import { toDifferenceRows } from './difference-rows.ts';
import { DifferenceList } from './difference-view.tsx';
import { RawView } from './raw-view.tsx';
import './delivered-view.css';

interface DeliveredProps {
  readonly inspector: Pick<Inspector, 'copyExact'>;
  readonly entry: EntryDetail;
}

/** The delivered form of an entry: the changed values, or both texts if one of them is not JSON. */
export function DeliveredView({ inspector, entry }: DeliveredProps) {
  const delivered = deliveredOf(entry);
  if (!delivered) return null;
  const areJson = [entry, delivered].every((each) => toDetailBody(each).json !== undefined);
  const rows = areJson ? toDifferenceRows(entry, delivered) : [];
  if (rows.length === 0)
    return (
      <>
        {areJson && <p class="raw-note delivered-note">The values are the same, the bytes are not:</p>}
        <RawEntry inspector={inspector} entry={entry} />
      </>
    );
  return (
    <div class="delivered">
      <p class="difference-side">
        <span>
          <del>received</del> and <ins>delivered</ins>:
        </span>
      </p>
      <DifferenceList rows={rows} before="received" after="delivered" />
    </div>
  );
}

/** The exact content of an entry, and of what was delivered instead. */
export function RawEntry({ inspector, entry, sought = '' }: DeliveredProps & { readonly sought?: string }) {
  const delivered = deliveredOf(entry);
  if (!delivered) return <RawView body={toDetailBody(entry)} sought={sought} />;
  return (
    <>
      <Half inspector={inspector} entry={entry} title="Received" />
      <Half inspector={inspector} entry={delivered} title="Delivered" />
    </>
  );
}

function Half({ inspector, entry, title }: DeliveredProps & { readonly title: string }) {
  const body = toDetailBody(entry);
  const { raw, cut } = body;
  return (
    <section class="delivered-half" aria-label={title}>
      <h4 class="delivered-title">
        {title}
        {cut === '' && (
          <button
            type="button"
            class="plain-button"
            aria-label={`Copy what was ${title.toLowerCase()}: exact, not redacted`}
            onClick={() =>
              raw.kind === 'text'
                ? inspector.copyExact('the text', raw.text)
                : inspector.copyExact('the bytes in hex', toHex(raw.bytes))
            }
          >
            {raw.kind === 'text' ? 'Copy' : 'Copy hex'}
          </button>
        )}
      </h4>
      <RawView body={body} />
    </section>
  );
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
