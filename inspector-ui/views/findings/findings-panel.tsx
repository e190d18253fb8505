import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { Outdated } from '../../components/outdated.tsx';
import { highlight, rangesOf } from '../filter/page-text.ts';
import type { ViewProps } from '../view.ts';
import { FindingsBody } from './findings-body.tsx';
import { RulesSection } from './rules-section.tsx';
import '../../components/page.css';
import './findings-panel.css';

/** The report of a recording: findings by rule, then the result of every rule. */
export function FindingsPanel({ inspector, opened }: ViewProps) {
  const { report, findingList, find } = opened;
  const isFiltering = report.isFiltering.value;
  const findings = report.findings.value;
  const box = useRef<HTMLDivElement>(null);

  // Before the next paint: Tab or Enter may follow at once.
  useLayoutEffect(() => {
    const top = findingList.top();
    let isComingBack = top > 0;
    const linkOf = (key: string) => box.current?.querySelector<HTMLElement>(`[data-finding="${CSS.escape(key)}"]`);
    const stopFocusing = effect(() => {
      const key = findingList.current.value;
      if (key !== undefined && !find.isOpen.peek()) linkOf(key)?.focus({ preventScroll: isComingBack });
    });
    const stopMarking = effect(() => {
      const key = findingList.current.value;
      if (!find.isOpen.value || key === undefined || !find.hits.value?.count) return;
      // A finding that was left out is drawn until then. The focus stays in the field.
      requestAnimationFrame(() => {
        const entry = linkOf(key)?.closest('.finding-entry');
        entry?.scrollIntoView({ block: 'center' });
        highlight('found-now', entry ? rangesOf(entry, find.text.peek()) : []);
      });
    });
    const stopFinding = find.searchIn(findingList.find);
    if (isComingBack && box.current) box.current.scrollTop = top;
    isComingBack = false;
    return () => {
      stopFocusing();
      stopMarking();
      stopFinding();
    };
  }, [findingList]);
  const press = (event: KeyboardEvent) => {
    const command = event.key === 'ArrowDown' ? 'down' : event.key === 'ArrowUp' ? 'up' : undefined;
    if (!command || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    inspector.perform(command);
  };

  return (
    <div
      ref={box}
      id="findings"
      class="page"
      data-testid="findings"
      role="region"
      aria-label="Findings"
      aria-busy={findings.kind === 'loading' || isFiltering}
      tabIndex={0}
      data-keys="own"
      onKeyDown={press}
      onScroll={({ currentTarget }) => {
        if (currentTarget.isConnected) findingList.scrolled(currentTarget.scrollTop);
      }}
    >
      {findings.kind === 'loading' && <Loading text="Loading findings…" />}
      {findings.kind === 'failed' && (
        <Message title="The findings could not be loaded">
          <p>{findings.reason}</p>
          <button type="button" class="plain-button" onClick={report.retryFindings}>
            Try again
          </button>
        </Message>
      )}
      {findings.kind === 'ready' && (
        <div class="page-body">
          <Outdated what="These findings" reason={findings.outdated} onRetry={report.retryFindings} />
          <FindingsBody inspector={inspector} opened={opened} findings={findings.value} />
          <RulesSection opened={opened} />
        </div>
      )}
    </div>
  );
}
