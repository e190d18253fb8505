const WORD = String.raw`(?:'[^']*'|"[^"$\`\\]*"|[\w./:=@][\w./:=@,~#-]*|--?[\w-]+(?:=[\w./-]+)?|--)`;

/** The words of a command line that needs no shell: plain and quoted words. Undefined for other lines. */
export function plainWords(line: string): readonly string[] | undefined {
  if (!new RegExp(`^${WORD}(?: ${WORD})*$`).test(line)) return undefined;
  return line.match(new RegExp(WORD, 'g'))?.map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}
