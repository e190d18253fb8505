/** An element of a well-formed document, with resolved entities. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#9': '\t',
  '#10': '\n',
  '#13': '\r',
};

// oxlint-disable-next-line no-control-regex -- XML 1.0 cannot contain these
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** Parses acptap's XML strictly: no comments, no CDATA, no other entities. @throws {Error} if it is not well-formed. */
export function parseXml(document: string): XmlElement {
  if (FORBIDDEN.test(document)) throw new Error(`XML has no such character: ${FORBIDDEN.exec(document)?.index}`);
  const tokens = /<\?xml [^?]*\?>|<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }[] = [
    { name: '', attributes: {}, children: [], text: '' },
  ];
  while (tokens.lastIndex < document.length) {
    const at = tokens.lastIndex;
    const token = tokens.exec(document);
    const top = open.at(-1);
    if (!token || !top) throw new Error(`not well-formed at ${at}: ${document.slice(at, at + 80)}`);
    const [, closes, name, attributes = '', empty, text] = token;
    if (text !== undefined) top.text += resolve(text);
    if (name === undefined) continue;
    if (closes) {
      if (top.name !== name || attributes !== '' || empty) throw new Error(`</${name}> does not close <${top.name}>`);
      open.pop();
    } else {
      const element = { name, attributes: readAttributes(attributes), children: [], text: '' };
      top.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [root] = open[0]?.children ?? [];
  if (open.length !== 1 || !root || open[0]?.children.length !== 1 || open[0].text.trim() !== '')
    throw new Error('a document has one root, closed');
  return root;
}

function readAttributes(source: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of source.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(found, name)) throw new Error(`two attributes ${name}`);
    found[name] = resolve(value.replaceAll(/[\t\r\n]/g, ' ')); // as parsers do with unescaped white space
  }
  return found;
}

function resolve(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text');
  return text.replaceAll(/&(?:([\w#]+);)?/g, (whole, name: string | undefined) => {
    const char = ENTITIES[name ?? ''];
    if (char === undefined) throw new Error(`no entity: ${whole}`);
    return char;
  });
}
