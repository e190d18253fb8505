import type { Grade } from '#core/contract/api.ts';
import './badge.css';

/** How many findings, and how grave: by colour, by shape, and in words for who sees neither. */
export function FindingBadge({ grade, count, label }: { grade: Grade; count: string | number; label: string }) {
  return (
    <span class="badge" data-grade={grade} title={label}>
      <span class="visually-hidden">{label}</span>
      <span aria-hidden="true">{count}</span>
    </span>
  );
}
