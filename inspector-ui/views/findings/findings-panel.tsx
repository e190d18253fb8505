import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Message } from '../../components/message.tsx';
import type { ViewProps } from '../views.ts';
import { FindingsBody } from './findings-body.tsx';
import { RulesSection } from './rules-section.tsx';
import './findings-panel.css';

/** The report of a recording: what is wrong by rule, then how every rule fared. */
export function FindingsPanel({ inspector, of }: ViewProps) {
  const { report, findingList } = of;
  const findings = report.findings.value;
  const box = useRef<HTMLDivElement>(null);

  // At once, not after the next paint: a press of Tab or Enter may follow.
  useLayoutEffect(
    () =>
      effect(() => {
        const key = findingList.current.value;
        if (key !== undefined) box.current?.querySelector<HTMLElement>(`[data-finding="${CSS.escape(key)}"]`)?.focus();
      }),
    [findingList],
  );
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
      class="findings"
      data-testid="findings"
      role="region"
      aria-label="Findings"
      aria-busy={findings.kind === 'loading'}
      tabIndex={0}
      data-keys="own"
      onKeyDown={press}
    >
      {findings.kind === 'loading' && <p class="findings-loading">Loading findings…</p>}
      {findings.kind === 'failed' && (
        <Message title="The findings could not be loaded">
          <p>{findings.reason}</p>
          <button type="button" class="plain-button" onClick={report.retryFindings}>
            Try again
          </button>
        </Message>
      )}
      {findings.kind === 'ready' && (
        <div class="findings-page">
          <Outdated what="These findings" reason={findings.outdated} onRetry={report.retryFindings} />
          <FindingsBody inspector={inspector} of={of} findings={findings.value} />
          <RulesSection of={of} />
        </div>
      )}
    </div>
  );
}

/** Says so when what is shown could not be fetched again. */
function Outdated({ what, reason, onRetry }: { what: string; reason: string | undefined; onRetry: () => void }) {
  if (reason === undefined) return null;
  return (
    <p class="findings-outdated" role="alert">
      {what} may be out of date. {reason}{' '}
      <button type="button" class="plain-button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
