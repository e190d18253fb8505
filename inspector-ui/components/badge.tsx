import type { Grade } from '#core/model/finding.ts';
import './badge.css';

/** Number and grade of findings: by colour, by shape, and in words for screen readers. */
export function FindingBadge({ grade, count, label }: { grade: Grade; count: string | number; label: string }) {
  return (
    <span class="badge" data-grade={grade} title={label}>
      <span class="visually-hidden">{label}</span>
      <span aria-hidden="true">{count}</span>
    </span>
  );
}
