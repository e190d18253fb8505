/**
 * Moves the focus to the first of these elements that exists after the next render: a press may open a panel. Does
 * nothing if the focus is already inside it.
 */
export function focusSoon(...ids: readonly string[]): void {
  requestAnimationFrame(() => {
    const element = ids.map((id) => document.getElementById(id)).find((each) => each !== null);
    if (!element?.contains(document.activeElement)) element?.focus();
  });
}

/** The list of the open view, if it has one. */
export const focusableList = (): HTMLElement | null =>
  document.querySelector('#timeline, #sequence, #conversation, #findings');
