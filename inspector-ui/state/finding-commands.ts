import { seqOf } from '#core/wire/units.ts';
import type { Command } from './commands.ts';
import type { Notices } from './entry-commands.ts';
import type { Opened } from './opened.ts';

/** How many findings with what they break fill a screen, roughly: they differ in height. */
const PAGE = 5;

/** The keys of the findings view. @returns false for what is no matter of it */
export function performOnFindings({ findingList }: Opened, command: Command, { visit }: Notices): boolean {
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
    case 'find':
    case 'menu':
    case 'pair':
    case 'follow':
    case 'mark':
      return true; // what they are about is not in sight
    default:
      return false;
  }
}
