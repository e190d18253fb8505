/** For `ref`. Focuses a field of a dialog whose code loads after the dialog opens: `autofocus` comes too late there. */
export const focusField = (field: HTMLElement | null): void => field?.focus();
