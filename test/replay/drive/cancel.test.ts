import { describe, expect, test } from 'vitest';
import { after, chose, chunk, OPTIONS, permission, prompt } from './opened.ts';

describe('session/cancel', () => {
  const CANCELLED = `
    @100000 ${prompt(2, 'then', 'Count')}
    @200000 ${chunk('then')}
    @300000 ${chunk('then')}
    @700000 > session/cancel {"sessionId":"then"}
    @701000 < 2 ok {"stopReason":"cancelled"}`;
  const cancel = '> session/cancel {"sessionId":"now"}';

  test('is sent after the first piece of text with the recorded delay', async () => {
    const { said, report } = await after(
      CANCELLED,
      `
      +3000
      ${chunk('now')}
      +499
      +1
      < 2 ok {"stopReason":"cancelled"}
      +300`,
    );
    expect(said.slice(1)).toEqual([
      '+3000',
      chunk('now'),
      '+499',
      '+1',
      cancel,
      '< 2 ok {"stopReason":"cancelled"}',
      '+300',
    ]);
    expect(report?.outcome).toBe('same');
  });

  test('is not sent when the turn is over', async () => {
    const { said, report } = await after(CANCELLED, `\n${chunk('now')}\n< 2 ok {"stopReason":"end_turn"}\n+300`);
    expect(said).not.toContain(cancel);
    expect(report?.differences.map(({ message }) => message)).toEqual([
      'stop reason: expected cancelled, got end_turn',
      'session/cancel (#7) was not sent: the turn was over before',
    ]);
  });

  test('is sent in the end to an agent that never reaches the recorded point', async () => {
    const { said, drive } = await after(CANCELLED, '\n+9999\n+1\n< 2 ok {"stopReason":"cancelled"}\n+300', {
      timeout: 10_000,
    });
    expect(said.slice(1, 4)).toEqual(['+9999', '+1', cancel]);
    expect(drive?.notes).toEqual([
      'session/cancel was sent before the agent had reached the point of the recording (#7)',
    ]);
  });

  test('is sent when the permission request comes, and the answer follows it', async () => {
    const recorded = `
      ${prompt(2, 'then', 'Edit')}
      ${permission(0, 'then', 'Edit', 'edit', OPTIONS)}
      > session/cancel {"sessionId":"then"}
      > 0 ok {"outcome":{"outcome":"cancelled"}}
      < 2 ok {"stopReason":"cancelled"}`;
    const { said } = await after(recorded, `\n+1\n${permission('a', 'now', 'Edit', 'edit', OPTIONS)}\n+1`);
    expect(said.slice(2)).toEqual([
      permission('a', 'now', 'Edit', 'edit', OPTIONS),
      cancel,
      '> "a" ok {"outcome":{"outcome":"cancelled"}}',
      '+1',
    ]);
  });

  test('follows the recorded answer, however fast the agent is', async () => {
    const recorded = `
      @100000 ${prompt(2, 'then', 'Run')}
      @200000 ${permission(0, 'then', 'ls', 'execute', OPTIONS)}
      @300000 ${chose(0, 'yes')}
      @900000 > session/cancel {"sessionId":"then"}
      @901000 < 2 ok {"stopReason":"cancelled"}`;
    const { said } = await after(recorded, `\n${permission(7, 'now', 'ls', 'execute', OPTIONS)}\n+599\n+1`);
    expect(said.slice(2)).toEqual([chose(7, 'yes'), '+599', '+1', cancel]);
  });
});
