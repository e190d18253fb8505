import { describe, expect, test } from 'vitest';
import { asks, diff, reads, turn, update, writes } from '../core/files/files-of.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

const CHANGED = turn(`${reads(10, '/work/src/a.ts', 'one\ntwo\n')}
  ${update({ toolCallId: 'c', title: 'Edit a.ts', kind: 'edit', status: 'pending', content: [diff('/work/src/a.ts', 'two', '2')] }, 'tool_call')}
  ${asks(11, { toolCallId: 'c' }, 'no')}
  ${writes(12, 'src/a.ts', 'one\n2!\n')}
  ${writes(13, '/work/README.md', 'Hello')}
  < 14 terminal/create {"sessionId":"s","command":"make"}`);

const files = (...words: string[]) => acptap(temporaryFolder(), 'files', recordingFile(CHANGED), ...words);

describe('files', () => {
  test('prints by file what the agent did, with the difference of each write, and what was not permitted', async () => {
    const { code, stdout } = await files();
    expect([code, stdout.split('\n').slice(4).join('\n')]).toEqual([
      0,
      `2 files: 1 read, 1 proposal, 1 permission, 2 writes, +1 −1
1 write although the permission was refused
1 write not as proposed
1 change without permission
1 command may have changed files, which is not recorded.

/work/src/a.ts  1 read, 1 proposal, 1 permission, 1 write, +1 −1
      #5  read        8 characters
      #7  proposed    +1 −1, written differently although refused  in Edit a.ts
      #8  permission  rejected: Reject, after 1.0 ms  in Edit a.ts
     #10  wrote       +1 −1, not as proposed, refused (#8)  in Edit a.ts
          - two
          + 2!
          Written although the permission was refused.
          proposed (−) and written (+):
          - 2
          + 2!
     #10  final text  7 characters

/work/README.md  1 write
     #12  wrote       5 characters, text before unknown, without a proposal, without permission  in Edit a.ts
     #12  final text  5 characters
`,
    ]);
  });

  test('lists the files of a folder, and the operations with an entry that matches a filter', async () => {
    expect((await files('--folder', '/work/src')).stdout).not.toContain('README.md');
    const { stdout } = await files('--filter', 'method:session/request_permission', '--json');
    const [only, ...others] = (JSON.parse(stdout) as { files: { path: string; operations: { kind: string }[] }[] })
      .files;
    expect([only?.path, only?.operations.map(({ kind }) => kind), others]).toEqual([
      '/work/src/a.ts',
      ['permission'],
      [],
    ]);
  });

  test('has exit code 1 and names the filter or the folder that leaves nothing', async () => {
    expect(await files('--filter', 'turn:7')).toMatchObject({ code: 1, stderr: 'acptap: no file matches turn:7\n' });
    expect(await files('--folder', '/elsewhere')).toMatchObject({
      code: 1,
      stderr: 'acptap: no file matches --folder /elsewhere\n',
    });
    expect(await files('--filter', 'turn:')).toMatchObject({ code: 2 });
  });
});
