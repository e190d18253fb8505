import type { EntryDetail } from '#core/contract/api.ts';
import { seqOf } from '#core/wire/units.ts';
import { Message } from '../../components/message.tsx';
import type { DetailTab } from '../../state/detail-tab.ts';
import type { Inspector } from '../../state/inspector.ts';
import type { Opened } from '../../state/opened.ts';
import { toEntryName } from '../timeline/timeline-rows.ts';
import { toBlames } from './blame-rows.ts';
import { DetailTabs } from './detail-tabs.tsx';
import { toDetailBody, toFindingRow } from './detail-rows.ts';
import { FindingCard } from './finding-card.tsx';
import { JsonTree } from './json-tree.tsx';
import { RawView } from './raw-view.tsx';

/** The body of an entry, one way of reading it at a time. */
export function DetailBodyView({ inspector, of, entry }: { inspector: Inspector; of: Opened; entry: EntryDetail }) {
  const body = toDetailBody(entry);
  const findings = entry.findings.map(toFindingRow);
  const blamed = toBlames(entry.findings);
  const tab = inspector.tab.of(entry.row);
  const choose = (next: DetailTab) => inspector.tab.choose(entry.row, next);
  const { raw } = body;
  return (
    <>
      <DetailTabs tab={tab} findings={entry.row.findings} onChoose={choose}>
        {raw.kind === 'text' && (
          <button type="button" class="plain-button" onClick={() => inspector.copy('the exact text', raw.text)}>
            Copy
          </button>
        )}
        {entry.event === null && (
          <a class="plain-button" href={inspector.bytesUrl(of.timeline.recording, seqOf(entry.row.seq))} download>
            Bytes
          </a>
        )}
      </DetailTabs>
      <div
        id="detail-body"
        class="detail-body"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        tabIndex={0}
        data-keys="own"
      >
        {body.cut && tab !== 'findings' && <p class="detail-cut">{body.cut} “Bytes” downloads all of it.</p>}
        {tab === 'raw' && <RawView raw={raw} />}
        {tab === 'json' &&
          (body.json === undefined ? (
            <Message title={body.noJson}>
              {body.noJsonAt && <p>{body.noJsonAt}</p>}
              <button type="button" class="plain-button" onClick={() => choose('raw')}>
                Show it raw
              </button>
            </Message>
          ) : (
            <JsonTree text={body.json} blamed={blamed} onCopy={inspector.copy} />
          ))}
        {tab === 'findings' && findings.length === 0 && <Message title="No rule is broken here" />}
        {tab === 'findings' &&
          findings.map((finding, index) => (
            <FindingCard
              key={index}
              finding={finding}
              related={finding.related.map((seq) => toEntryName(seq, of.named.rowAt(seq)))}
              onGoTo={(seq) => inspector.goTo(seqOf(seq))}
              onShowPlace={() => choose('json')}
            />
          ))}
      </div>
    </>
  );
}
