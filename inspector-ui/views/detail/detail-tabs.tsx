import type { ComponentChildren } from 'preact';
import type { EntryRow } from '#core/contract/api.ts';
import { FindingBadge } from '../../components/badge.tsx';
import type { DetailTab } from '../../state/detail-tab.ts';
import { toBadge } from '../timeline/timeline-rows.ts';
import './detail-tabs.css';

interface TabsProps {
  readonly tab: DetailTab;
  readonly findings: EntryRow['findings'];
  readonly onChoose: (tab: DetailTab) => void;
  readonly children: ComponentChildren;
}

const TABS: readonly { readonly tab: DetailTab; readonly label: string }[] = [
  { tab: 'json', label: 'JSON' },
  { tab: 'raw', label: 'Raw' },
  { tab: 'findings', label: 'Findings' },
];

/** The ways of reading a body; ← and → change them, as tabs do. */
export function DetailTabs({ tab, findings, onChoose, children }: TabsProps) {
  const badge = toBadge(findings);
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = TABS[(TABS.findIndex((each) => each.tab === tab) + step + TABS.length) % TABS.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    onChoose(next.tab);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next.tab}`)?.focus();
  };
  return (
    <div class="detail-tabs">
      <div role="tablist" aria-label="Ways to read the entry" onKeyDown={press}>
        {TABS.map((each) => (
          <button
            key={each.tab}
            type="button"
            id={`tab-${each.tab}`}
            class="detail-tab"
            role="tab"
            aria-selected={each.tab === tab}
            aria-controls="detail-body"
            tabIndex={each.tab === tab ? 0 : -1}
            onClick={() => onChoose(each.tab)}
          >
            {each.label}
            {each.tab === 'findings' && badge && <FindingBadge {...badge} />}
          </button>
        ))}
      </div>
      <span class="detail-actions">{children}</span>
    </div>
  );
}
