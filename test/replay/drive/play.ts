import { elapsedUs, seqOf } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript, renderTranscript } from '#core/wire/transcript.ts';
import type { PermissionPolicy } from '../../../proxy/replay/drive/decisions.ts';
import { createDriver, type Drive } from '../../../proxy/replay/drive/driver.ts';
import { createRecordedClient, type Workspace } from '../../../proxy/replay/drive/recorded-client.ts';
import { compareDrive, type DriveReport } from '../../../proxy/replay/drive/report.ts';
import { prepareDrive } from '../../../proxy/replay/drive/prepare.ts';
import { createClock } from './clock.ts';

/** Where the live agent works in these tests. */
export const HERE = '/live/app';

export interface PlayOptions {
  readonly permissions?: PermissionPolicy;
  readonly timeout?: number;
  readonly workspace?: Workspace;
  readonly text?: 'ignored' | 'exact';
}

export interface Played {
  /** The conversation: `>` from the driver, `<` from the agent, `+500` for 500 milliseconds. */
  readonly said: readonly string[];
  /** The driver's output, byte for byte. */
  readonly written: string;
  /** Undefined while the drive runs. */
  readonly drive: Drive | undefined;
  readonly report: DriveReport | undefined;
  /** The waits that the driver reported. */
  readonly waits: readonly string[];
}

/**
 * Plays the client of `recorded` to an agent that follows `live`: lines of the agent (`<`), `+500` for time, `more` for
 * a part of a line, `eof` for the end of its stdout, `end` for the end of its process. Nothing happens between these
 * lines.
 */
export async function play(
  recorded: string,
  live: string,
  { permissions = 'recorded', timeout = 10_000, text = 'ignored', workspace }: PlayOptions = {},
): Promise<Played> {
  const entries = parseTranscript(recorded);
  const { plan, names, folders } = prepareDrive(entries, HERE);
  const clock = createClock();
  const said: string[] = [];
  const seen: Entry[] = [];
  const waits: string[] = [];
  let written = '';
  const see = (from: 'client' | 'agent', bytes: Uint8Array) => {
    const entry: Entry = {
      kind: 'frame',
      from,
      bytes,
      seq: seqOf(seen.length),
      elapsed: elapsedUs(clock.now() * 1000),
    };
    seen.push(entry);
    said.push(renderTranscript([entry]));
    driver.takeEntry(entry);
  };
  const driver = createDriver(
    plan,
    names,
    {
      ...clock,
      write(frame) {
        written += new TextDecoder().decode(frame);
        see('client', frame);
      },
      onWaiting: (words) => void waits.push(words),
      answer: createRecordedClient(plan.asked, names, { permissions, ...(workspace ? { workspace } : {}) }),
    },
    { timeout },
  );
  let drive: Drive | undefined;
  void driver.finished.then((done) => (drive = done));

  driver.begin();
  for (const line of live.split('\n').map((each) => each.trim())) {
    if (line.startsWith('+')) {
      said.push(line);
      clock.advance(Number(line));
    } else if (line === 'eof') {
      const [seq, at] = [seqOf(seen.length), elapsedUs(clock.now() * 1000)];
      driver.takeEntry({ kind: 'event', event: { event: 'eof', of: 'agent' }, seq, elapsed: at });
    } else if (line === 'more') driver.takeOutput();
    else if (line === 'end') driver.agentEnded('ended with code 3');
    else for (const entry of parseTranscript(line)) if (entry.kind === 'frame') see('agent', entry.bytes);
    for (let turns = 0; turns < 5; turns++) await Promise.resolve(); // a workspace answers with promises
  }
  const report = drive && compareDrive(entries, seen, drive, { text, folders });
  return { said, written, drive, report, waits };
}

/** The lines of a transcript in the form that `play` returns. */
export const lines = (transcript: string): readonly string[] =>
  transcript
    .trim()
    .split('\n')
    .map((line) => line.trim());
