import { describe, expect, test } from 'vitest';
import { faultKinds } from '#core/intervene/fault.ts';
import { eachFault, type FaultedTest } from '../../proxy/vitest/index.ts';
import { bytesOf, CLIENT, turn } from '../replay/recorded-turn.ts';

/** Sends the recorded client's frames, and closes. Returns the client's input. */
async function play({ agent }: FaultedTest): Promise<string> {
  const got = new Response(agent.readable).text();
  const writer = agent.writable.getWriter();
  for (const line of CLIENT) await writer.write(bytesOf(line)).catch(() => {});
  await writer.close().catch(() => {});
  return got;
}

async function check(under: FaultedTest): Promise<string> {
  const got = await play(under);
  expect((await under.agent.ended).faults).toMatchObject([{ fault: under.fault }]);
  expect(under.context.task.name).toBe(`${under.fault} (seed ${under.seed})`);
  return got;
}

describe('each kind of fault', () => {
  const ran = new Map<string, string>();

  eachFault({ id: 'a turn', entries: turn() }, async (under) => void ran.set(under.kind, await check(under)));

  test('has run', () => {
    expect([...ran.keys()]).toEqual(faultKinds.map(({ kind }) => kind));
    expect(ran.get('exit')).not.toContain('end_turn');
    expect(ran.get('answer')).toContain('overloaded');
  });
});

describe('chosen faults', () => {
  const ran: unknown[] = [];

  const greets = 'recordings/examples/client-test/greets.acp.jsonl';
  eachFault(greets, { kinds: ['noise', 'bom'], seed: 5, verify: true }, async (under) => {
    await check(under);
    const { findings = [] } = await under.agent.ended;
    ran.push([under.kind, under.seed, findings.length > 0]);
  });

  eachFault({ entries: turn() }, { faults: ['crlf 50%', 'drop where method:_never'] }, (under) => {
    ran.push(under.fault); // the second is skipped in the end
  });

  test('have run, with the options', () => {
    expect(ran).toEqual([['noise', 5, true], ['bom', 5, true], 'crlf 50%', 'drop where method:_never']);
  });
});

test('eachFault without a test function throws an error that names the missing argument', () => {
  expect(() => eachFault('greets.acp.jsonl', {}, undefined as never)).toThrow(
    'eachFault needs a test function, not undefined',
  );
});
