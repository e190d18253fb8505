import { describe, expect, test } from 'vitest';
import { compared, END } from './compared.ts';

describe('an unrecorded action of an agent', () => {
  const read = (id: number, session: string, path: string) =>
    `< ${id} fs/read_text_file ${JSON.stringify({ sessionId: session, path })}`;
  const known = [read(7, 'then', '/home/me/app/a.ts'), '> 7 ok {"content":"x"}'];

  test('differs in its turn, once, by a request that was never made', async () => {
    const [one, other] = [8, 9].map((id) => read(id, 'now', '/etc/passwd'));
    const report = await compared([...known, END], [read(7, 'now', '/live/app/a.ts'), one ?? '', other ?? '', END]);
    expect(report).toMatchObject({
      outcome: 'different',
      turns: [{ same: false }],
      differences: [{ turn: 1, what: 'action', seq: null, expected: null, received: 'read /etc/passwd' }],
      messages: ['asked of the client: expected nothing, got read /etc/passwd'],
    });
  });

  test('differs outside of turns too', async () => {
    const { messages, turns } = await compared([END], [END, read(8, 'now', '/live/app/a.ts')]);
    expect([turns.map(({ same }) => same), messages]).toEqual([
      [true],
      [expect.stringMatching(/^asked of the client: expected nothing, got read .*a\.ts$/)],
    ]);
  });

  test('differs by a second answer to a prompt', async () => {
    const { messages } = await compared([END], [END, END]);
    expect(messages).toEqual(['answers: expected nothing, got session/prompt answered again']);
    expect((await compared([END, END], [END, END])).outcome).toBe('same');
  });

  test('is not a difference if it makes fewer or repeated requests', async () => {
    const twice = [read(7, 'now', '/live/app/a.ts'), read(8, 'now', '/live/app/a.ts'), END];
    expect((await compared([...known, END], [END])).outcome).toBe('same');
    expect((await compared([...known, END], twice)).outcome).toBe('same');
  });
});
