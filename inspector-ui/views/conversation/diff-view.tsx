import { useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../text/size.ts';
import {
  foldSame,
  hasText,
  toDifference,
  toUnified,
  type DiffLine,
  type DiffRow,
  type UnifiedRow,
} from '../../text/difference.ts';
import { VisibleRuns } from '../../components/visible-text.tsx';
import type { CardContext } from './card-context.ts';
import './diff-view.css';

/** Rows shown at first, and added with each press. */
const SHOWN = 300;

interface DiffViewProps {
  /** Empty for a new file. */
  readonly before: string;
  readonly after: string;
  readonly context: Pick<CardContext, 'isWide' | 'sought'>;
}

/** Two texts: side by side if they fit, else line under line. Folds long unchanged stretches without the text of Find. */
export function DiffView({ before, after, context: { isWide, sought } }: DiffViewProps) {
  const difference = useMemo(() => toDifference(before, after), [before, after]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [limit, setLimit] = useState(SHOWN);
  const isSought = (row: DiffRow) => sought !== undefined && hasText(row, sought);
  const folded = foldSame(difference.rows, opened, isSought);
  const rows = folded.slice(0, Math.max(limit, folded.findLastIndex(isSought) + 1));
  const openGap = (at: number) => setOpened(new Set(opened).add(at));
  if (difference.added + difference.removed === 0)
    return <p class="diff-note">The text is the same before and after.</p>;
  return (
    <div class="framed diff">
      {isWide && before !== '' ? (
        <Columns rows={rows} onOpen={openGap} />
      ) : (
        <Unified rows={toUnified(rows)} onOpen={openGap} />
      )}
      {folded.length > rows.length && (
        <button type="button" class="plain-button diff-more" onClick={() => setLimit(rows.length + 10 * SHOWN)}>
          {formatCount(folded.length - rows.length)} more lines
        </button>
      )}
    </div>
  );
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly onOpen: (at: number) => void;
}

function Columns({ rows, onOpen }: RowsProps<DiffRow>) {
  return (
    <div class="diff-columns">
      {(['left', 'right'] as const).map((side) => (
        <div key={side} class="diff-column" tabIndex={0} role="group" aria-label={side === 'left' ? 'Before' : 'After'}>
          <div class="diff-lines">
            {rows.map((row, index) =>
              row.kind === 'gap' ? (
                <Gap key={index} row={row} onOpen={onOpen} />
              ) : (
                <Line
                  key={index}
                  line={row[side]}
                  kind={row.kind === 'same' ? 'same' : row[side] ? (side === 'left' ? 'removed' : 'added') : 'none'}
                />
              ),
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

function Unified({ rows, onOpen }: RowsProps<UnifiedRow>) {
  return (
    <div class="diff-column" tabIndex={0} role="group" aria-label="Changes">
      <div class="diff-lines">
        {rows.map((row, index) =>
          row.kind === 'gap' ? (
            <Gap key={index} row={row} onOpen={onOpen} />
          ) : (
            <Line key={index} line={row.line} kind={row.kind} />
          ),
        )}
      </div>
    </div>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+', none: ' ' } as const;

function Line({ line, kind }: { line: DiffLine | undefined; kind: keyof typeof SIGNS }) {
  return (
    <div class="diff-line" data-kind={kind}>
      <span class="diff-no" aria-hidden="true">
        {line?.no}
      </span>
      <span class="diff-sign">{SIGNS[kind]}</span>
      <span class="diff-text">
        {line?.parts.map(({ text, isChanged }, index) =>
          isChanged ? (
            <mark key={index} class="diff-mark">
              <VisibleRuns text={text} />
            </mark>
          ) : (
            <VisibleRuns key={index} text={text} />
          ),
        )}
      </span>
    </div>
  );
}

function Gap({ row, onOpen }: { row: Extract<DiffRow, { kind: 'gap' }>; onOpen: (at: number) => void }) {
  return (
    <button type="button" class="gap-button diff-gap" onClick={() => onOpen(row.at)}>
      ⋯ {formatCount(row.count)} unchanged lines
    </button>
  );
}
