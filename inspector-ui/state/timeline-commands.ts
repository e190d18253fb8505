import type { Group, TimelineRow } from '#core/contract/timeline.ts';
import type { Command } from './commands.ts';
import { seqOf } from '#core/wire/units.ts';
import type { Notices } from './entry-commands.ts';
import type { Opened } from './opened.ts';

/** The keys of the timeline, and of what else shows its rows. @returns false for what is no matter of it */
export function performOnTimeline(of: Opened, command: Command, { open }: Pick<Notices, 'open'>): boolean {
  const { selection, viewport, arrival, isDetailOpen } = of;
  const moves: { readonly [command in Command]?: number } = {
    down: 1,
    up: -1,
    'page-down': viewport.pageRows(),
    'page-up': -viewport.pageRows(),
  };
  const step = moves[command];
  if (step !== undefined) {
    selection.moveBy(step, viewport.firstInSight());
    return true;
  }
  switch (command) {
    case 'first':
      void arrival.lead(selection.first());
      return true;
    case 'last':
      void arrival.lead(selection.last());
      return true;
    case 'open':
      if (selection.selected.peek() === undefined) return true;
      if (isDetailOpen.peek()) toggleGroup(of, selection.place.peek());
      of.openDetail();
      return true;
    case 'in':
      stepIn(of);
      return true;
    case 'out':
      stepOut(of);
      return true;
    case 'fold':
      of.look.fold();
      return true;
    case 'menu':
      if (selection.selected.peek() !== undefined) open('menu');
      return true;
    default:
      return false;
  }
}

/** Only these have something below them. */
export const hasBelow = ({ kind }: Group): boolean => kind === 'session' || kind === 'turn';

/** What a click on the mark before a row does: hides and shows what is below a session or turn, or the frames of another group. */
export function toggleGroup({ timeline, look, follow }: Opened, place: number | undefined): void {
  const group = place === undefined ? undefined : timeline.rowAt(place)?.group;
  if (!group) return;
  follow.release(); // who opens something wants to look at it
  if (hasBelow(group)) look.collapse(group.no, !group.isCollapsed);
  else if (group.entries > 1) look.open(group.no, !group.isOpened);
}

/** Shows what is below, then the frames, then the entry. */
function stepIn({ selection, timeline, look, follow, openDetail }: Opened): void {
  follow.release();
  const place = selection.place.peek();
  const group = place === undefined ? undefined : timeline.rowAt(place)?.group;
  if (group?.isCollapsed) look.collapse(group.no, false);
  else if (group && group.entries > 1 && !group.isOpened) look.open(group.no, true);
  else openDetail();
}

/** Closes what `stepIn` has opened, or goes to the row above that this one belongs to. */
function stepOut(of: Opened): void {
  const { selection, timeline, look } = of;
  const place = selection.place.peek();
  const row = place === undefined ? undefined : timeline.rowAt(place);
  if (place === undefined || !row) return;
  const { group } = row;
  if (group?.isOpened) return look.open(group.no, false);
  if (group && hasBelow(group) && !group.isCollapsed) return look.collapse(group.no, true);
  for (let above = place - 1; above >= 0; above--) {
    const candidate = timeline.rowAt(above);
    if (!candidate) return;
    if (isAbove(candidate, row)) return selection.selectAt(seqOf(candidate.seq), above);
  }
}

const isAbove = (candidate: TimelineRow, row: TimelineRow) =>
  candidate.group !== null &&
  (row.group === null ? candidate.groupNo === row.groupNo : candidate.group.no === row.group.parent);
