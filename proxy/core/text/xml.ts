// XML 1.0 has no way to write most control characters, nor half a surrogate pair.
// oxlint-disable-next-line no-control-regex -- XML forbids these characters
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Escapes text for the content of an XML element. Writes white space that XML parsers would change as a reference. */
export const xmlContent = (text: string): string =>
  text
    .replace(UNWRITABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

/** Escapes text for an XML attribute in double quotes. */
export const xmlAttribute = (text: string): string =>
  xmlContent(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
