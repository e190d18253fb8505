import type { Tool } from '../tool.ts';
import { conversation } from './conversation.ts';
import { diff } from './diff.ts';
import { explainRule } from './explain-rule.ts';
import { files } from './files.ts';
import { findings } from './findings.ts';
import { getEntry } from './get-entry.ts';
import { listRecordings } from './list-recordings.ts';
import { search } from './search.ts';
import { showEntries } from './show-entries.ts';
import { stats } from './stats.ts';

/** All tools, in the order in which a client lists them. */
export const tools: readonly Tool[] = [
  listRecordings,
  showEntries,
  getEntry,
  findings,
  explainRule,
  conversation,
  files,
  stats,
  search,
  diff,
];
