/** A dialog or menu over the page. Only one is open at a time. */
export type Overlay =
  | 'help'
  | 'palette'
  | 'marks'
  | 'menu'
  | 'copy-as'
  | 'take-part'
  | 'edit'
  | 'answer'
  | 'add-frame'
  | 'recording-menu'
  | 'name'
  | 'comments'
  | 'comment';

const OF_PAGE: ReadonlySet<Overlay> = new Set<Overlay>(['help', 'palette']);
const OF_LIST: ReadonlySet<Overlay> = new Set<Overlay>(['recording-menu', 'name', 'comments']);

/** True for a menu or form of a recording that was chosen in the list. */
export const isOfList = (overlay: Overlay | undefined): boolean => overlay !== undefined && OF_LIST.has(overlay);

/** True for an overlay of the recording that is open. */
export const isOfOpened = (overlay: Overlay | undefined): boolean =>
  overlay !== undefined && !OF_PAGE.has(overlay) && !OF_LIST.has(overlay);
