import type { ComponentType } from 'preact';
import type { ViewName } from '../state/page/route.ts';
import type { Inspector } from '../state/shell/inspector.ts';
import type { OpenedRecording } from '../state/shell/opened-recording.ts';

/** Props of every view of a recording. A view fills the room below the tabs and scrolls by itself. */
export interface ViewProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
}

/** A tab. A view that handles keys registers with `inspector.handle`. */
export interface View {
  readonly name: ViewName;
  readonly title: string;
  /** Whether the view applies the filter and the time range; then both are above it. */
  readonly isFiltered: boolean;
  /** Whether the view shows timeline rows, which can be folded, counted and searched. */
  readonly isOfRows: boolean;
  /** Whether the view draws only what is in sight, and a little more. */
  readonly isWindowed: boolean;
  /** The text that Find searches, for its label. */
  readonly finds: string;
  /** One hit of Find and several, for its count: a view counts what a step from hit to hit goes to. */
  readonly hits: readonly [one: string, many: string];
  /** Loads the code of the view. The page loads only the timeline at first. */
  readonly load: () => Promise<ComponentType<ViewProps>>;
}
