/** Where the page that needs no server has its content. */
export const CONTENT_PLACE = '<!--acptap:recording-->';

/** Returns the page before and after the content, which is gzip in base64: nothing in it can be taken for HTML. */
export function aroundContent(
  template: string,
  id: string,
  content: 'recording' | 'stats' = 'recording',
): readonly [string, string] {
  const [before, after] = template.split(CONTENT_PLACE);
  if (before === undefined || after === undefined) throw new Error('the page has no place for a recording');
  return [
    `${before}<script type="application/gzip" id="${content}" data-recording="${escaped(id)}">`,
    `</script>${after}`,
  ];
}

const escaped = (text: string): string =>
  text.replaceAll(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll(/\p{Cc}/gu, '\u{fffd}');
