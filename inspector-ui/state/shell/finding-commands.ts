import { seqOf } from '#core/units.ts';
import type { Command } from '../page/commands.ts';
import type { OpenedRecording } from './opened-recording.ts';
import type { EntryCommandPorts } from './entry-commands.ts';

/** Findings that a page key moves by: about a screen, as their heights differ. */
const PAGE = 5;

/** Handles the keys of the findings view. @returns false if the view does not handle the command */
export function performOnFindings(
  { findingList }: OpenedRecording,
  command: Command,
  { visit }: EntryCommandPorts,
): boolean {
  switch (command) {
    case 'down':
    case 'next-error':
      findingList.moveBy(1);
      return true;
    case 'up':
    case 'previous-error':
      findingList.moveBy(-1);
      return true;
    case 'page-down':
      findingList.moveBy(PAGE);
      return true;
    case 'page-up':
      findingList.moveBy(-PAGE);
      return true;
    case 'first':
      findingList.first();
      return true;
    case 'last':
      findingList.last();
      return true;
    case 'open': {
      const finding = findingList.currentFinding();
      if (finding) visit(seqOf(finding.seq));
      return true;
    }
    case 'menu':
    case 'pair':
    case 'follow':
    case 'mark':
      return true; // ignored: they act on rows, which this view does not show
    default:
      return false;
  }
}
