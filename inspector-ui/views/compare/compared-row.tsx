import { useState } from 'preact/hooks';
import { seqOf } from '#core/units.ts';
import { EntryNameView } from '../../components/entry-name.tsx';
import type { EntryName } from '../../text/entry-name.ts';
import { InnerLink } from '../../components/inner-link.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import { renderRoute } from '../../state/page/route.ts';
import type { ChangeView, PairView, RowView } from './compare-rows.ts';
import { ComparedText } from './compared-text.tsx';
import './compared-row.css';

/** The recordings that the links of a row lead to. */
export interface Places {
  readonly inspector: Inspector;
  readonly own: string;
  readonly other: string;
}

/** Equal steps, folded; or one different step with its changes. */
export function ComparedRow({ row, ...places }: Places & { readonly row: RowView }) {
  if (row.kind === 'same') return <SameRow {...places} row={row} />;
  return (
    <li class="compared-step" data-way={row.way}>
      <Pair {...places} pair={row} isStop />
      {row.changes.map((change, index) => (
        <ChangeBlock key={index} change={change} />
      ))}
      {row.more !== '' && <p class="aside compared-missing">{row.more}</p>}
    </li>
  );
}

function SameRow({ row, ...places }: Places & { readonly row: Extract<RowView, { kind: 'same' }> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li class="compared-same">
      <button
        type="button"
        class="aside hoverable compared-run"
        data-stop="run"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {row.label}
      </button>
      {isOpen && row.pairs.map((pair, index) => <Pair key={index} {...places} pair={pair} />)}
      {isOpen && row.more !== '' && <p class="aside compared-missing">{row.more}</p>}
    </li>
  );
}

function Pair({ pair, isStop = false, ...places }: Places & { readonly pair: PairView; readonly isStop?: boolean }) {
  const { own, other, inspector } = places;
  return (
    <div class="compared-pair">
      <div class="compared-cell" data-side="before">
        {pair.before && <StepLink name={pair.before} {...{ inspector, own, isStop }} recording={other} side="before" />}
      </div>
      <div class="compared-cell" data-side="now">
        {pair.now && (
          <StepLink
            name={pair.now}
            {...{ inspector, own }}
            isStop={isStop && !pair.before}
            recording={own}
            side="now"
          />
        )}
      </div>
    </div>
  );
}

interface StepLinkProps {
  readonly inspector: Inspector;
  readonly name: EntryName;
  readonly own: string;
  readonly recording: string;
  readonly side: 'before' | 'now';
  readonly isStop: boolean;
}

/** Link to the entry, in either recording. */
function StepLink({ inspector, name, own, recording, side, isStop }: StepLinkProps) {
  const seq = seqOf(name.seq);
  const content = (
    <>
      <span class="visually-hidden">{side}: </span>
      <EntryNameView {...name} />
    </>
  );
  const stop = isStop ? { 'data-stop': 'step' } : {};
  const href = renderRoute({ recording, seq });
  if (recording !== own)
    return (
      <a class="hoverable entry-link compared-link" href={href} {...stop}>
        {content}
      </a>
    );
  return (
    <InnerLink class="hoverable entry-link compared-link" href={href} onFollow={() => inspector.visit(seq)} {...stop}>
      {content}
    </InnerLink>
  );
}

function ChangeBlock({ change }: { readonly change: ChangeView }) {
  const { pointer, before, now, areTexts, replaced, cut } = change;
  return (
    <div class="compared-change">
      <code class="compared-pointer">{pointer}</code>
      {replaced !== '' && <span class="compared-replaced"> {replaced}</span>}
      {areTexts ? (
        <ComparedText before={before ?? ''} now={now ?? ''} />
      ) : (
        <div class="framed compared-values">
          <Value side="before" text={before} />
          <Value side="now" text={now} />
        </div>
      )}
      {cut !== '' && <p class="aside compared-missing">{cut}</p>}
    </div>
  );
}

function Value({ side, text }: { readonly side: 'before' | 'now'; readonly text: string | undefined }) {
  return (
    <div class="compared-value" data-side={side} data-none={text === undefined}>
      <span class="visually-hidden">{side}: </span>
      {text ?? 'nothing'}
    </div>
  );
}
