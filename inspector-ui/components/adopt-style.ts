/** Applies a style sheet that the page has made, or takes it away. */
export function adoptStyle(sheet: CSSStyleSheet, isUsed: boolean): void {
  const { adoptedStyleSheets: used } = document;
  if (used.includes(sheet) === isUsed) return; // to adopt sheets again would restyle the whole page
  document.adoptedStyleSheets = isUsed ? [...used, sheet] : used.filter((each) => each !== sheet);
}
