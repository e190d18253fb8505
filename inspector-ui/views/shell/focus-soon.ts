/**
 * Moves the focus to the first of these elements that is there after the next render, unless it is inside already: a press may lead to
 * a panel that is not there yet, and that knows better where in it one was.
 */
export function focusSoon(...ids: readonly string[]): void {
  requestAnimationFrame(() => {
    const element = ids.map((id) => document.getElementById(id)).find((each) => each !== null);
    if (!element?.contains(document.activeElement)) element?.focus();
  });
}
