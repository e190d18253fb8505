import type { ReadonlySignal } from '@preact/signals';
import { seqOf, type Seq } from '#core/units.ts';
import { formatCounted } from '../../text/size.ts';
import type { Marks } from '../list/marks.ts';
import type { Command } from '../page/commands.ts';
import type { Overlay } from '../page/overlay.ts';
import type { OpenedRecording } from './opened-recording.ts';
import { showFindingNotice } from '../detail/finding-notice.ts';

/** Functions of the page that commands call. */
export interface EntryCommandPorts {
  readonly say: (text: string) => void;
  /** The notice on the screen; empty for none. */
  readonly notice: ReadonlySignal<string>;
  /** Shows an entry in the timeline. */
  readonly visit: (seq: Seq) => void;
  readonly open: (overlay: Overlay) => void;
  readonly focusFilter: () => void;
  readonly marks: Marks;
  readonly canComment: () => boolean;
}

const ERRORS = 'has:error or has:warning or kind:error';
const NOTES = 'has:note';
const TURNS = 'method:session/prompt kind:request';
const SESSIONS =
  'kind:request (method:session/new or method:session/load or method:session/resume or method:session/fork)';

/** Runs the commands that work in every view with a selected entry. */
export function performOnEntries(opened: OpenedRecording, command: Command, notices: EntryCommandPorts): void {
  const { say } = notices;
  const goTo = async (filter: string, step: 1 | -1, name: string) => {
    const origin = opened.timeline.rowAt(opened.viewport.firstInSight())?.seq ?? 0;
    let reached = await opened.find.goTo(filter, step, origin - step);
    // Visits notes only if there are no errors or warnings.
    const isMild = filter === ERRORS && reached?.count === 0;
    if (isMild) reached = await opened.find.goTo(NOTES, step, origin - step);
    if (reached?.isThere && filter === ERRORS) {
      showFindingNotice(
        { selected: opened.selection.selected, detail: opened.detail.detail, notice: notices.notice },
        say,
      );
    } else if (reached?.isThere === false) {
      const where = opened.look.q.peek() === '' ? '' : ' in what the filter shows';
      const which = step === 1 ? 'further' : 'earlier';
      if (!isMild) say(`No ${which} ${name}${where}.`);
      else if (reached.count === 0) say(`No errors, warnings or notes${where}.`);
      else
        say(
          `No errors or warnings, and no ${which} note${where}; ${formatCounted(reached.count, 'entry has', 'entries have')} notes.`,
        );
    }
  };
  const seek = (...to: Parameters<typeof goTo>) => void opened.arrival.lead(goTo(...to));
  switch (command) {
    case 'next-error':
      return seek(ERRORS, 1, 'finding or error');
    case 'previous-error':
      return seek(ERRORS, -1, 'finding or error');
    case 'next-turn':
      return seek(TURNS, 1, 'turn');
    case 'previous-turn':
      return seek(TURNS, -1, 'turn');
    case 'next-session':
      return seek(SESSIONS, 1, 'session');
    case 'previous-session':
      return seek(SESSIONS, -1, 'session');
    case 'next-hit':
    case 'previous-hit':
      return findNext(opened, command === 'next-hit' ? 1 : -1);
    case 'find':
      return opened.find.open();
    case 'filter':
      return notices.focusFilter();
    case 'pair':
      return goToPair(opened, say);
    case 'mark':
      return mark(opened, notices);
    case 'comment':
      if (!notices.canComment()) return say('Comments cannot be changed here.');
      if (opened.selection.selected.peek() === undefined) return say('Select an entry first.');
      return notices.open('comment');
    case 'next-mark':
      return goToMark(opened, notices);
    case 'difference':
      return compare(opened, notices);
    case 'follow':
      if (opened.isLive.peek()) opened.follow.toggle();
      else say('This recording has ended: there is nothing to follow.');
      return undefined;
    case 'pause':
      if (opened.isLive.peek() || opened.follow.isPaused.peek()) opened.follow.pause();
      else say('This recording has ended: it stands still already.');
      return undefined;
    case 'copy-as':
      return notices.open('copy-as');
    default:
      return undefined; // belongs to another view
  }
}

function findNext({ find, arrival }: OpenedRecording, step: 1 | -1): void {
  if (find.text.peek() === '') find.open();
  else void arrival.lead(find.next(step));
}

function goToPair(opened: OpenedRecording, say: EntryCommandPorts['say']): void {
  const row = opened.selectedRow.peek();
  if (!row) say('Select an entry first.');
  else if (row.pair !== null) opened.jump(seqOf(row.pair));
  else say(row.kind === 'request' ? 'Nothing has answered this request.' : 'No request belongs to this entry.');
}

function mark({ recording, selection }: OpenedRecording, { marks, say }: EntryCommandPorts): void {
  const seq = selection.selected.peek();
  if (seq === undefined) return say('Select an entry first.');
  say(marks.toggle(recording, seq) ? `Marked #${seq}.` : `#${seq} is no longer marked.`);
}

/** Selects the next marked entry; after the last, the first. */
function goToMark({ recording, selection, jump }: OpenedRecording, { marks, say }: EntryCommandPorts): void {
  const all = marks.of(recording);
  const next = all.find((seq) => seq > (selection.selected.peek() ?? -1)) ?? all[0];
  if (next === undefined) say('Nothing is marked: . marks the selected entry.');
  else jump(next);
}

function compare(opened: OpenedRecording, { marks, say }: EntryCommandPorts): void {
  const selected = opened.selection.selected.peek();
  const marked = marks.lastOf(opened.recording);
  if (selected === undefined || marked === undefined) return say('Mark an entry with . and select another one.');
  if (selected === marked) return say('This is the marked entry: select another one.');
  opened.comparedWith.value = marked;
  opened.openDetail();
}
