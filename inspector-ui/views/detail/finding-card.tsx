import { EntryNameView } from '../../components/entry-name.tsx';
import type { EntryName } from '../../text/entry-name.ts';
import { Prose } from '../../components/prose.tsx';
import { SourceLink } from '../../components/source-link.tsx';
import type { FindingRow } from './detail-rows.ts';
import './finding-card.css';

interface CardProps {
  readonly finding: FindingRow;
  /** Names of the entries that it contradicts. */
  readonly related: readonly EntryName[];
  readonly onGoTo: (seq: number) => void;
  readonly onShowPlace: () => void;
}

/** One finding: message, requirement of the rule with its source, and the reaction of peers. */
export function FindingCard({ finding, related, onGoTo, onShowPlace }: CardProps) {
  return (
    <section class="grade-edge finding" data-rule={finding.rule} data-grade={finding.grade}>
      <h4 class="finding-message">{finding.message}</h4>
      <p class="aside flow finding-rule">
        <span class="finding-grade">{finding.grade}</span>
        <code>{finding.rule}</code>
        <span>by the {finding.side}</span>
      </p>
      <dl class="finding-facts">
        {finding.expected !== undefined && (
          <>
            <dt>expected</dt>
            <dd>
              <code>{finding.expected}</code>
            </dd>
          </>
        )}
        {finding.seen !== undefined && (
          <>
            <dt>seen</dt>
            <dd>
              <code>{finding.seen}</code>
            </dd>
          </>
        )}
        {finding.pointer !== undefined && (
          <>
            <dt>where</dt>
            <dd>
              <button type="button" class="link-button" onClick={onShowPlace}>
                <code>{finding.pointer || 'the whole frame'}</code>
              </button>
            </dd>
          </>
        )}
        {related.length > 0 && (
          <>
            <dt>see also</dt>
            <dd class="finding-related">
              {related.map((entry) => (
                <button key={entry.seq} type="button" class="link-button entry-link" onClick={() => onGoTo(entry.seq)}>
                  <EntryNameView {...entry} />
                </button>
              ))}
            </dd>
          </>
        )}
        <dt>requires</dt>
        <dd>
          <Prose text={finding.requires} />
        </dd>
        <dt>peers</dt>
        <dd>
          <Prose text={finding.peers} />
        </dd>
        <dt>source</dt>
        <dd>
          <SourceLink source={finding.source} />
        </dd>
      </dl>
    </section>
  );
}
