import type { Beside, Figure, Unit } from './figures.ts';

/** All figures, for a terminal. */
export function renderText(figures: readonly Figure[]): string {
  if (figures.length === 0) return '';
  const heads = ['what', 'direct', 'bare pipe', 'acptap', 'beside', 'rounds', 'promise'];
  const rows = figures.map((figure) => [
    figure.what,
    renderValue(figure.direct, figure.unit),
    renderValue(figure.bare, figure.unit),
    renderValue(figure.acptap, figure.unit),
    renderBeside(figure.beside),
    renderRange(figure.beside),
    renderPromise(figure, (text) => text),
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isText = (column: number) => column === 0 || column === heads.length - 1;
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return `${[heads, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')}\n`;
}

/** The table of docs/performance.md. */
export function renderMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    renderValue(figure.bare, figure.unit),
    renderValue(figure.acptap, figure.unit),
    renderBeside(figure.beside),
    renderPromise(figure, (text) => `**${text}**`),
  ]);
  const heads = [
    ['what', 'bare pipe', 'acptap', 'ratio', 'promise'],
    ['---', '---:', '---:', '---:', '---'],
  ];
  return [...heads, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** An extra table of a bench, for a terminal and for docs/performance.md. */
export function renderTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return `\n${[head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`;
}

/** Lists broken promises. Empty if all are kept. */
export function renderBroken(figures: readonly Figure[]): string {
  const broken = figures.filter(({ promise }) => promise?.kept === false);
  if (broken.length === 0) return '';
  const lines = broken.map(({ what, unit, acptap, beside, promise }) => {
    const seen = beside ? renderBeside(beside) : renderValue(acptap, unit);
    return `!! ${what}: ${seen}, promised ${promise?.text}`;
  });
  const count = broken.length === 1 ? 'A PROMISE IS BROKEN' : `${broken.length} PROMISES ARE BROKEN`;
  return `\n!! ${count} on this machine, in this run\n${lines.join('\n')}\n`;
}

const NOTHING = '–';

function renderPromise({ promise }: Figure, stress: (text: string) => string): string {
  if (!promise) return NOTHING;
  return `${promise.text}, ${promise.kept ? 'kept' : stress('BROKEN')}`;
}

function renderBeside(beside: Beside | undefined): string {
  if (!beside) return NOTHING;
  const sign = beside.unit !== '×' && beside.value >= 0 ? '+' : '';
  return `${sign}${beside.value.toFixed(2)} ${beside.unit}`;
}

function renderRange(beside: Beside | undefined): string {
  return beside ? `${beside.least.toFixed(2)} to ${beside.most.toFixed(2)}` : NOTHING;
}

export function renderValue(value: number | undefined, unit: Unit): string {
  if (value === undefined) return NOTHING;
  if (value === Number.POSITIVE_INFINITY) return 'never';
  if (unit === '/s') return value >= 1e6 ? `${(value / 1e6).toFixed(2)} M/s` : `${(value / 1e3).toFixed(1)} k/s`;
  if (unit === '×') return `${value.toFixed(2)} ×`;
  return `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
}
