import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Group } from '#core/model/group.ts';
import { seqOf } from '#core/units.ts';
import type { EntryCommandPorts } from './entry-commands.ts';
import type { Command } from '../page/commands.ts';
import { when } from '../list/when.ts';
import type { OpenedRecording } from './opened-recording.ts';

/** Handles the keys of views with timeline rows. @returns false if they do not handle the command */
export function performOnTimeline(
  opened: OpenedRecording,
  command: Command,
  { open }: Pick<EntryCommandPorts, 'open'>,
): boolean {
  const { timeline, look, selection, viewport, follow, arrival, isDetailOpen } = opened;
  const moves: { readonly [command in Command]?: number } = {
    down: 1,
    up: -1,
    'page-down': viewport.pageRows(),
    'page-up': -viewport.pageRows(),
  };
  const step = moves[command];
  if (step !== undefined) {
    void arrival.lead(selection.moveBy(step, viewport.firstInSight()), true);
    return true;
  }
  switch (command) {
    case 'first':
      if (timeline.total.peek() > viewport.pageRows() + 1) follow.release(); // a list that is in sight as a whole follows on
      void arrival.lead(selection.first());
      return true;
    case 'last':
      void arrival.lead(selection.last());
      return true;
    case 'open':
      if (selection.selected.peek() === undefined) return true;
      if (isDetailOpen.peek()) toggleGroup(opened, selection.place.peek());
      opened.openDetail();
      return true;
    case 'in':
      stepIn(opened);
      return true;
    case 'out':
      stepOut(opened);
      return true;
    case 'zoom-in':
      opened.axis.zoomIn();
      return true;
    case 'zoom-out':
      opened.axis.zoomOut();
      return true;
    case 'fit':
      opened.axis.fit();
      return true;
    case 'fold':
      look.fold();
      void arrival.lead(when(() => opened.isClosed.value || isCurrent(opened))); // other keys mean the rows that come
      return true;
    case 'menu':
      if (selection.selected.peek() !== undefined) open('menu');
      return true;
    default:
      return false;
  }
}

/** True if the list has come that was asked for last, or cannot come. */
const isCurrent = ({ timeline, look }: OpenedRecording): boolean =>
  timeline.list.value === look.query.value || timeline.failure.value !== undefined;

/** Only sessions and turns have rows below them. */
export const hasRowsBelow = ({ kind }: Group): boolean => kind === 'session' || kind === 'turn';

/**
 * Handles a click on a row's triangle: toggles the rows below a session or turn, or the frames of another group. A
 * second click counts although the list of the first one has not arrived: the rows in the cache may be outdated.
 */
export function toggleGroup({ timeline, look, follow }: OpenedRecording, place: number | undefined): void {
  const group = place === undefined ? undefined : timeline.rowAt(place)?.group;
  if (!group) return;
  follow.release(); // following would scroll the opened group away
  if (hasRowsBelow(group)) look.collapse(group.no, !look.isCollapsed(group.no));
  else if (group.entries > 1) look.open(group.no, !look.isOpened(group.no));
}

/** Opens the rows below, then the frames, then the entry's detail. */
function stepIn({ selection, timeline, look, follow, openDetail }: OpenedRecording): void {
  follow.release();
  const place = selection.place.peek();
  const group = place === undefined ? undefined : timeline.rowAt(place)?.group;
  if (group && look.isCollapsed(group.no)) look.collapse(group.no, false);
  else if (group && group.entries > 1 && !look.isOpened(group.no)) look.open(group.no, true);
  else openDetail();
}

/** Closes what `stepIn` opened, or selects the parent row. */
function stepOut(opened: OpenedRecording): void {
  const { selection, timeline, look } = opened;
  const place = selection.place.peek();
  const row = place === undefined ? undefined : timeline.rowAt(place);
  if (place === undefined || !row) return;
  const { group } = row;
  if (group && look.isOpened(group.no)) return look.open(group.no, false);
  if (group && hasRowsBelow(group) && !look.isCollapsed(group.no)) return look.collapse(group.no, true);
  for (let above = place - 1; above >= 0; above--) {
    const candidate = timeline.rowAt(above);
    if (!candidate) return;
    if (isAbove(candidate, row)) return selection.selectAt(seqOf(candidate.seq), above);
  }
}

const isAbove = (candidate: TimelineRow, row: TimelineRow) =>
  candidate.group !== null &&
  (row.group === null ? candidate.groupNo === row.groupNo : candidate.group.no === row.group.parent);
