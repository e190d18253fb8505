import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript, renderTranscript } from '#core/wire/transcript.ts';
import { createBranches } from '../../proxy/replay/branches/branches.ts';
import type { PlayOptions } from '../../proxy/replay/model/play-options.ts';
import type { ReplayReport } from '../../proxy/replay/model/replay-report.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import type { PlayerCommand } from '../../proxy/replay/player/play.ts';
import { renderReport } from '../../proxy/replay/report/render-report.ts';

export interface Conversation {
  /**
   * The conversation: lines from the client (`>`) and to it (`<`), and `.` for the end of the replay. With times if
   * asked for.
   */
  readonly lines: readonly string[];
  readonly report: ReplayReport;
  /** The report as text. */
  readonly text: string;
}

/** Actions of the client that send nothing: `wait 500` lets half a second pass, `eof` closes. */
const ACTION = /^(wait|eof)(?: (\d+))?$/;

/**
 * Plays recordings (the first, and others to switch to) to a client that follows the lines of `live`. Time passes only
 * in its `wait` lines. The client closes at the end, if not before. `timed` adds the time in milliseconds to each line.
 */
export function converse(
  recordings: string | readonly string[],
  live: string,
  { timed = false, ...options }: Partial<PlayOptions> & { readonly timed?: boolean } = {},
): Conversation {
  const branches = [recordings].flat().map((recording, index) => ({
    name: index === 0 ? null : `branch ${index}`,
    playbook: toPlaybook(parseTranscript(recording)),
  }));
  const player = createBranches(branches, options);
  const lines: string[] = [];
  let now = 0;
  const perform = (commands: readonly PlayerCommand[]) => {
    for (const command of commands) lines.push(`${timed ? `${now} ` : ''}${toLine(command)}`);
  };
  /** Advances the clock from one due time to the next. */
  const pass = (until: number) => {
    for (let next = player.next(); next !== undefined && next <= until; next = player.next()) {
      now = Math.max(now, next);
      perform(player.advance(now));
    }
    now = until;
  };

  perform(player.start(now));
  for (const line of live.split('\n').map((text) => text.trim())) {
    const [, action, ms] = ACTION.exec(line) ?? [];
    if (action === 'wait') pass(now + Number(ms));
    else if (action === 'eof') perform(player.close(now));
    else
      for (const entry of parseTranscript(line)) {
        lines.push(renderTranscript([entry]));
        if (entry.kind === 'frame') perform(player.receive(entry.bytes, now));
      }
  }
  perform(player.close(now));
  const report = player.report();
  return { lines: lines.filter((line) => !line.endsWith('.')), report, text: renderReport(report) };
}

function toLine(command: PlayerCommand): string {
  switch (command.kind) {
    case 'send':
      return renderTranscript([{ kind: 'frame', from: 'agent', bytes: command.bytes } as Entry]);
    case 'stderr':
      return renderTranscript([{ kind: 'stderr', from: 'stderr', bytes: command.bytes } as Entry]);
    case 'exit':
      return `= exit ${JSON.stringify({ code: command.code, signal: command.signal })}`;
    case 'dropped':
    case 'end':
      return '.';
  }
}

/** The lines of a transcript in the form that `converse` returns. */
export const linesOf = (transcript: string): string[] =>
  transcript
    .split('\n')
    .map((line) => line.trimStart())
    .filter((line) => line !== '');
