import { seqOf } from '#core/units.ts';
import { Message } from '../../components/message.tsx';
import type { DetailTab } from '../../state/detail/detail-tab.ts';
import { toEntryName } from '../timeline/timeline-rows.ts';
import type { BodyProps } from './body-props.ts';
import { CallTab } from './call-tab.tsx';
import { DetailTabs } from './detail-tabs.tsx';
import { tabsOf, toFindingRow } from './detail-rows.ts';
import { DeliveredView, RawEntry } from './delivered-view.tsx';
import { DifferenceView } from './difference-view.tsx';
import { FindingCard } from './finding-card.tsx';
import { FramesView } from './frames-view.tsx';
import { JsonView } from './json-view.tsx';
import { PairView } from './pair-view.tsx';
import { SchemaView } from './schema-view.tsx';
import { soughtIn } from './sought-in.ts';
import { TimingView } from './timing-view.tsx';

/** The body of an entry in the chosen tab. */
export function DetailBodyView(props: BodyProps) {
  const { inspector, opened, entry } = props;
  const { row } = entry;
  const group = opened.selectedGroup.value;
  const isFound = soughtIn(props) !== '';
  const context = { row, isFound, ...tabsOf(row, group, opened.comparedWith.value) };
  const tab = inspector.tab.of(context);
  const choose = (next: DetailTab) => inspector.tab.choose(row, next);
  return (
    <>
      <DetailTabs tab={tab} available={context.available} findings={row.findings} onChoose={choose} />
      <div
        id="detail-body"
        class="detail-body"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        tabIndex={0}
        data-keys="own"
      >
        <Body {...props} tab={tab} onChoose={choose} />
      </div>
    </>
  );
}

function Body({
  inspector,
  opened,
  entry,
  tab,
  onChoose,
}: BodyProps & { tab: DetailTab; onChoose: (tab: DetailTab) => void }) {
  const group = opened.selectedGroup.value;
  switch (tab) {
    case 'json':
      return <JsonView inspector={inspector} opened={opened} entry={entry} onRaw={() => onChoose('raw')} />;
    case 'raw':
      return <RawEntry inspector={inspector} entry={entry} sought={soughtIn({ inspector, opened, entry })} />;
    case 'delivered':
      return <DeliveredView inspector={inspector} entry={entry} />;
    case 'pair':
      return <PairView inspector={inspector} opened={opened} entry={entry} />;
    case 'timing':
      return <TimingView inspector={inspector} opened={opened} entry={entry} />;
    case 'schema':
      return <SchemaView opened={opened} entry={entry} />;
    case 'difference':
      return <DifferenceView inspector={inspector} opened={opened} entry={entry} />;
    case 'call':
      return <CallTab key={entry.row.seq} inspector={inspector} opened={opened} seq={entry.row.seq} />;
    case 'frames':
      return group ? <FramesView key={group.no} inspector={inspector} opened={opened} group={group} /> : null;
    case 'findings':
      return entry.findings.length === 0 ? (
        <Message title="No rule is broken here" />
      ) : (
        <>
          {entry.findings.map(toFindingRow).map((finding, index) => (
            <FindingCard
              key={index}
              finding={finding}
              related={finding.related.map((seq) => toEntryName(seq, opened.named.rowAt(seq)))}
              onGoTo={(seq) => inspector.goTo(seqOf(seq))}
              onShowPlace={() => onChoose('json')}
            />
          ))}
        </>
      );
  }
}
