/** An example for each command, for messages about a missing argument. */
const EXAMPLES: Readonly<Record<string, string>> = {
  show: 'acptap show latest',
  search: 'acptap search "permission denied"',
  stats: 'acptap stats latest',
  check: 'acptap check latest',
  replay: 'acptap replay latest',
  drive: 'acptap drive latest -- my-agent --acp',
  diff: 'acptap diff latest~1 latest',
  export: 'acptap export latest -o latest.acp.jsonl',
  import: 'acptap import latest.acp.jsonl',
  rm: 'acptap rm latest',
  pin: 'acptap pin latest',
  unpin: 'acptap unpin latest',
  name: 'acptap name latest "login hangs"',
  comment: 'acptap comment latest "the agent never answers"',
};

/** Rewrites an error message of commander: `error: …` becomes ours, with a next step. */
export function usageError(text: string, command: string | undefined): string {
  const said = text
    .replace(/^error: /, 'acptap: ')
    .replace(/\n\((Did you mean .*)\)/, '. $1')
    .trimEnd();
  const isMissing = said.startsWith('acptap: missing required argument');
  const example = isMissing && command !== undefined ? EXAMPLES[command] : undefined;
  const help = `see acptap ${command === undefined ? '' : `${command} `}--help`;
  return `${said}${example === undefined ? ` (${help})` : `, for example: ${example} (${help})`}\n`;
}
