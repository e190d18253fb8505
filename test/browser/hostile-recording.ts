import { rounds } from '../support/effort.ts';
/** Hostile texts in a recording: each tries to be more than text. */
export const NASTY = [
  '<img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=1</script>',
  '[a link](javascript:window.pwned=1)',
  '\u001b]8;;https://evil.test\u0007click\u001b]8;;\u0007 \u001b[2J',
  'right \u202e to left \u2066 isolate',
  'a NUL \u0000 and a BOM \ufeff',
  '${window.pwned=1} {{constructor.constructor("window.pwned=1")()}}',
];

/** A recording file with the hostile texts. */
export function hostileRecording(): string {
  const update = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  const frames: unknown[] = [
    ...NASTY.map((text) => ({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: text, update: update(text) },
    })),
    ...NASTY.map((text) => ({ jsonrpc: '2.0', id: text, method: text, params: { [text]: text } })),
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { clientInfo: { name: NASTY[0], title: NASTY[1], version: NASTY[2] } },
    },
  ];
  const lines = [
    {
      acptap: 1,
      id: 'hostile',
      name: NASTY[0],
      startedAt: '2026-11-21T12:00:00.000Z',
      command: NASTY,
      cwd: NASTY[1],
      redacted: true,
    },
    ...frames.map((json, index) => ({ t: index, from: 'client', text: `${JSON.stringify(json)}\n` })),
    {
      t: 100,
      from: 'agent',
      text: `{"jsonrpc":"2.0","method":"_x","params":{"__proto__":{"pwned":1},"constructor":{"prototype":{"pwned":1}}}}\n`,
    },
    { t: 101, from: 'agent', text: `${'['.repeat(10_000)}${']'.repeat(10_000)}\n` },
    {
      t: 102,
      from: 'agent',
      text: `{"jsonrpc":"2.0","method":"_x","params":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}\n`,
    },
    {
      t: 103,
      from: 'agent',
      text: `{"jsonrpc":"2.0","method":"_x","params":{"t":"${'x'.repeat(rounds(300_000, 10_000_000))}"}}\n`,
    },
    { t: 104, from: 'stderr', text: `${NASTY.join('')}\n` },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
