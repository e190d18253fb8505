import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/forced-colors.css';
import { render } from 'preact';
import type { StatsFile } from '#core/model/stats.ts';
import { embeddedFile } from './backends/embedded-file.ts';
import { createTableSorts } from './state/shell/table-sorts.ts';
import { StatsPage } from './views/stats/stats-file.tsx';

/** The page of `acptap stats --format html`: contains the stats and needs no server. */
const { file } = embeddedFile(document.getElementById('stats'));
const decoder = new TextDecoder();
let text = '';
for await (const chunk of file.chunks()) text += decoder.decode(chunk, { stream: true });
const root = document.getElementById('app');
if (root) render(<StatsPage file={JSON.parse(text) as StatsFile} sorts={createTableSorts()} />, root); // acptap wrote it
