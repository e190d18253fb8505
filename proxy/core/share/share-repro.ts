import { decodeUtf8 } from '#core/wire/bytes.ts';
import { octal, quoted } from './shell.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** Lines that `printf '%s\n'` prints exactly: one line of text that a terminal shows unchanged. */
const PLAIN = /^[^\p{Cc}\u2028\u2029]*\n$/u;

/**
 * Writes a shell command that sends the client's frames, up to the selected entry, to the recorded agent, and then
 * the user's input. Exact bytes; POSIX sh.
 */
export function shareRepro({ header, selected = Number.POSITIVE_INFINITY }: ShareContext): ShareWriter {
  const commands: string[] = [];
  let plain: string[] = [];
  let count = 0;

  function flush(): void {
    if (plain.length > 0) commands.push(`printf '%s\\n' \\\n${plain.map((word) => `    ${word}`).join(' \\\n')}`);
    plain = [];
  }

  return {
    needs: (seq) => seq <= selected,
    apply(entry) {
      if (entry.kind !== 'frame' || entry.from !== 'client') return;
      count += 1;
      if (entry.cut) {
        flush();
        return void commands.push(`# Here the client sent ${entry.cut.bytes} bytes in one line: too many for this.`);
      }
      const text = decodeUtf8(entry.bytes);
      if (text !== undefined && PLAIN.test(text)) return void plain.push(quoted(text.slice(0, -1)));
      flush();
      commands.push(`printf '%b' '${octal(entry.bytes)}'`);
    },
    text() {
      flush();
      const agent = header.command.map(quoted).join(' ') || 'the-agent';
      if (count === 0) return `# The client has sent nothing up to there.\n${agent}\n`;
      return `# Sends the client's frames of recording ${oneLine(header.id)} at once, then your input. Ctrl-D ends it.
# The agent names sessions anew: frames that name a recorded one have to be changed.
{
  ${commands.join('\n  ')}
  cat
} | ${agent}
`;
    },
  };
}

/** Text for a comment, which a line break would end. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');
