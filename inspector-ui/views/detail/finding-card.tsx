import type { Seq } from '#core/wire/units.ts';
import type { FindingRow } from './detail-rows.ts';
import './finding-card.css';

interface CardProps {
  readonly finding: FindingRow;
  readonly onGoTo: (seq: Seq) => void;
  readonly onShowPlace: () => void;
}

/** One finding: what is wrong, what the rule asks, where it says so, and what peers make of it. */
export function FindingCard({ finding, onGoTo, onShowPlace }: CardProps) {
  return (
    <section class="finding" data-rule={finding.rule} data-grade={finding.grade}>
      <h4 class="finding-message">{finding.message}</h4>
      <p class="finding-rule">
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
        {finding.related.length > 0 && (
          <>
            <dt>see also</dt>
            <dd class="finding-related">
              {finding.related.map((seq) => (
                <button key={seq} type="button" class="link-button" onClick={() => onGoTo(seq)}>
                  #{seq}
                </button>
              ))}
            </dd>
          </>
        )}
        <dt>requires</dt>
        <dd>{finding.requires}</dd>
        <dt>peers</dt>
        <dd>{finding.peers}</dd>
        <dt>source</dt>
        <dd>
          {finding.link ? (
            <a href={finding.link} target="_blank" rel="noreferrer noopener">
              {finding.link}
            </a>
          ) : (
            finding.source
          )}
        </dd>
      </dl>
    </section>
  );
}
