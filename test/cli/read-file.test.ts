import { readFileSync } from 'node:fs';
import { assert, asyncProperty } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFilter } from '#core/filter/parse.ts';
import { fileRecording } from '../../proxy/cli/recordings/file-recording.ts';
import { rounds } from '../support/effort.ts';
import { generatedTranscripts } from '../support/generated-transcript.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, CLI, start } from '../support/processes.ts';
import { recordingFile, temporaryFile } from '../support/recording-file.ts';

/** More than is read at a time. */
const LONG = 600;
const NOISE = Array.from({ length: LONG }, (_, index) => `! noise ${index}`).join('\n');

/** Two requests that are never answered, one of them long before the end, and an update of a kind that does not exist. */
const UNANSWERED = `> 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"agentInfo":{"name":"agent","version":"1"}}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  ${NOISE}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"no_such_update"}}
  > 2 session/new {"cwd":"/work","mcpServers":[]}
  = exit {"code":0,"signal":null}`;

/** `text` and then a line that is not JSON and ends, so that reading to the end fails. */
const spoilt = (transcript: string) =>
  temporaryFile(`${readFileSync(recordingFile(transcript), 'utf8')}no recording\n{"t":9,"from":"agent","json":1}\n`);

describe('a long file is shown while it is read', () => {
  test('with the same rows as when it is read first, and all findings', async () => {
    await assert(
      asyncProperty(generatedTranscripts(), generatedTranscripts(), async (before, after) => {
        const file = await fileRecording(recordingFile(`${before}\n${NOISE}\n${after}`));
        const reading = file.read();
        expect(reading.isWhole()).toBe(false);
        const rows = [...reading.portions()].flat();
        const late = new Map(reading.late().map(({ row, findings }) => [row.seq, findings]));
        const certain = rows.map(({ seq, t, kind, method, id, bytes, findings }) => {
          const rules = [...findings, ...(late.get(seq) ?? [])].map(({ rule }) => rule);
          return { seq, t, kind, method, id, bytes, rules };
        });
        expect(certain).toEqual(
          [...file.rows()].map(({ seq, t, kind, method, id, bytes, findings }) => {
            return { seq, t, kind, method, id, bytes, rules: findings.map(({ rule }) => rule) };
          }),
        );
        expect([reading.isWhole(), reading.matches()]).toEqual([true, rows.length]);
        expect(reading.summary()).toEqual(file.summary());
        file.close();
      }),
      { numRuns: rounds(4, 30) },
    );
  });

  test.each(['method:session/new', 'turn:*', 'update:*', 'no_such -kind:stderr', 'has:error', 'dur:>0'])(
    'and has the entries that match %s',
    async (query) => {
      const file = await fileRecording(recordingFile(UNANSWERED));
      const asked = {
        filter: readFilter(query, () => () => false),
        compile: () => () => false,
      };
      const seqs = [...file.read(asked).portions()].flat().map(({ seq }) => seq);
      expect(seqs).toEqual([...file.matching(asked)]);
      file.close();
    },
  );

  test('and lists below the rows the facts from later entries', async () => {
    const { code, stdout } = await acptap(temporaryFolder(), 'show', recordingFile(UNANSWERED));
    const lines = stdout.split('\n');
    expect([code, lines.slice(0, 3)]).toEqual([
      0,
      ['recorded · 2026-11-21T12:00:00.000Z', 'agent --acp', 'client editor 1 · agent agent 1 · protocol 1'],
    ]);
    const below = lines.slice(lines.indexOf('Findings about entries above that only later entries have shown:'));
    expect(below.filter((line) => /^ +#\d+ /.test(line))).toEqual([expect.stringMatching(/^ +#2 .*> session\/new/)]);
    expect(below.at(-4)).toMatch(/^exit 0 · client editor 1 · agent agent 1 · protocol 1 · findings: \d+ errors?/);
    expect(below.slice(-3, -1)).toEqual([
      expect.stringMatching(/^never answered: waited for the agent to answer session\/new \(#2\)/),
      expect.stringMatching(/^never answered: waited for the agent to answer session\/new \(#604\)/),
    ]);
    const above = lines.slice(0, lines.indexOf(below[0] ?? ''));
    expect(above.filter((line) => /^ {8}error {2}/.test(line))).not.toEqual([]); // of entries read at last
  });

  test.each(['none', 'tags', 'full'])('with --findings %s, what comes late is written like the rest', async (how) => {
    const { stdout } = await acptap(temporaryFolder(), 'show', recordingFile(UNANSWERED), '--findings', how);
    const [, late = ''] = stdout.split('Findings about entries above');
    const found = {
      none: /^$/,
      tags: /\n +#2 .*\[\w+: jsonrpc\/request-is-answered\]\n/,
      full: /\n {8}\w+ {2}jsonrpc\/request-is-answered/,
    };
    expect(late).toMatch(found[how as keyof typeof found]);
  });

  test('so the first rows appear although the end cannot be read', async () => {
    const { code, stdout, stderr } = await acptap(temporaryFolder(), 'show', spoilt(UNANSWERED));
    expect(code).toBe(2);
    expect(stdout).toContain('noise 400');
    expect(stderr).toContain('not JSON');
  });

  test('and a reader that closes the pipe ends it at once', async () => {
    const shown = start([process.execPath, CLI, 'show', spoilt(Array(40).fill(NOISE).join('\n'))], {
      home: temporaryFolder(),
    });
    shown.child.stdout.once('data', () => shown.child.stdout.destroy());
    expect(await shown.exited).toMatchObject({ code: 141 });
  });

  test('and search stops at its limit', async () => {
    const path = spoilt(UNANSWERED);
    const { code, stdout } = await acptap(temporaryFolder(), 'search', 'noise', path);
    expect(code).toBe(0);
    expect(stdout.match(/ noise \d+$/gm)).toHaveLength(20);
    expect(stdout).toContain(`… and more: acptap show ${path} --filter noise\n`);
  });

  test('and search counts all entries below the matches, after reading to the end', async () => {
    const path = recordingFile(UNANSWERED);
    const { stdout } = await acptap(temporaryFolder(), 'search', 'session/new', path);
    expect(stdout.split('\n')[0]).toMatch(/^recorded · [\d: -]+ · agent --acp$/);
    expect(stdout).toContain('\nexit 0 · 2 entries match\n');
    expect(stdout).toMatch(/have shown:\n\n +#2 .*\[\w+: jsonrpc\/request-is-answered\]\n/);
  });
});
