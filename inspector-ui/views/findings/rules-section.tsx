import { Loading } from '../../components/loading.tsx';
import { Prose } from '../../components/prose.tsx';
import { SourceLink } from '../../components/source-link.tsx';
import { UnfilteredNote } from '../filter/unfiltered-note.tsx';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCount } from '../../text/size.ts';
import { toRuleSections, type RuleSection } from './rules-rows.ts';
import './rules-section.css';

/** The result of every rule: broken, kept, or not exercised. */
export function RulesSection({ opened }: { opened: OpenedRecording }) {
  const { report, isLive } = opened;
  const rules = report.rules.value;
  return (
    <section class="rules" aria-label="Rules" aria-busy={rules.kind === 'loading'}>
      <h3 class="rules-title">Rules</h3>
      {rules.kind === 'loading' && <Loading text="Counting the results of each rule…" />}
      {rules.kind === 'failed' && (
        <p class="rules-note" role="alert">
          The counts of the rules could not be loaded. {rules.reason}{' '}
          <button type="button" class="plain-button" onClick={report.countAgain}>
            Try again
          </button>
        </p>
      )}
      {rules.kind === 'ready' && (
        <>
          <UnfilteredNote opened={opened} what="These counts cover" />
          {(isLive.value || rules.outdated !== undefined) && (
            <p class="rules-note">
              {rules.outdated !== undefined && `These counts may be out of date. ${rules.outdated} `}
              Counted at {formatCount(rules.value.entries)} entries.{' '}
              <button
                type="button"
                class="plain-button"
                aria-disabled={report.isCounting.value}
                onClick={report.countAgain}
              >
                {report.isCounting.value ? 'Counting…' : 'Count again'}
              </button>
            </p>
          )}
          {toRuleSections(rules.value.rules).map((section) => (
            <RulesOfOneFate key={section.fate} section={section} />
          ))}
        </>
      )}
    </section>
  );
}

function RulesOfOneFate({ section }: { section: RuleSection }) {
  return (
    <details class="fate" data-fate={section.fate}>
      <summary class="hoverable fate-head">
        <span class="digits graded fate-count" data-grade={section.grade}>
          {section.count}
        </span>{' '}
        {section.title}
        {section.note && <span class="aside fate-note">{section.note}</span>}
      </summary>
      {section.rules.length === 0 && <p class="rules-note">None.</p>}
      <ul class="plain-list fate-rules">
        {section.rules.map((rule) => (
          <li key={rule.id} class="rule" data-rule-id={rule.id}>
            <p class="rule-head">
              <code class="rule-id">{rule.id}</code>
              <span class="aside">
                {rule.grade}
                {rule.times && ` · ${rule.times}`}
              </span>
            </p>
            <p class="rule-requires">
              <Prose text={rule.requires} />
            </p>
            <p class="rule-source">
              <SourceLink source={rule.source} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
