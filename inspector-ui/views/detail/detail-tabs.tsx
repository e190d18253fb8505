import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EntryRow } from '#core/model/row.ts';
import { FindingBadge } from '../../components/badge.tsx';
import { scrollNearest } from '../../components/scroll-nearest.ts';
import type { DetailTab } from '../../state/detail/detail-tab.ts';
import { toBadge } from '../timeline/timeline-rows.ts';
import './detail-tabs.css';

interface TabsProps {
  readonly tab: DetailTab;
  readonly available: readonly DetailTab[];
  readonly findings: EntryRow['findings'];
  readonly onChoose: (tab: DetailTab) => void;
}

const LABELS: Readonly<Record<DetailTab, string>> = {
  difference: 'Difference',
  delivered: 'Delivered',
  call: 'Call',
  frames: 'Frames',
  json: 'JSON',
  raw: 'Raw',
  pair: 'Pair',
  timing: 'Timing',
  schema: 'Schema',
  findings: 'Findings',
};

/** The tabs of an entry; ← and → change the tab. */
export function DetailTabs({ tab, available, findings, onChoose }: TabsProps) {
  const badge = toBadge(findings);
  const list = useRef<HTMLDivElement>(null);
  // Keeps the chosen tab visible when the width changes or a badge appears.
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const show = () => scrollNearest(current.querySelector(`#tab-${tab}`), 36);
    show();
    const sizes = new ResizeObserver(show);
    for (const each of [current, ...current.children]) sizes.observe(each);
    return () => sizes.disconnect();
  }, [tab, available.length]);
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = available[(available.indexOf(tab) + step + available.length) % available.length];
    if (step === 0 || !next || event.ctrlKey || event.metaKey || event.altKey) return; // Alt+← goes back
    event.preventDefault();
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      class="scrolls-sideways detail-tabs"
      aria-label="Ways to read the entry"
      onKeyDown={press}
    >
      {available.map((each) => (
        <button
          key={each}
          type="button"
          id={`tab-${each}`}
          class="tab detail-tab"
          role="tab"
          aria-selected={each === tab}
          aria-controls="detail-body"
          tabIndex={each === tab ? 0 : -1}
          onClick={() => onChoose(each)}
        >
          {LABELS[each]}
          {each === 'findings' && badge && <FindingBadge {...badge} />}
        </button>
      ))}
    </div>
  );
}
