import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { renderTranscript } from '#core/wire/transcript.ts';
import { createAgentV2 } from './conforming-agent-v2.ts';
import { createAgent } from './conforming-agent.ts';
import { createClientV2 } from './conforming-client-v2.ts';
import { createClient } from './conforming-client.ts';
import { converse } from './converse.ts';

const talks = {
  1: () => converse({ agent: createAgent(), client: createClient() }),
  2: () => converse({ agent: createAgentV2(), client: createClientV2() }),
};

/** Rules that need unstable names, an unknown version, or escapes that JSON.stringify does not write. */
const NOT_EXERCISED = {
  1: [
    'framing/surrogates-come-in-pairs',
    'initialize/client-leaves-an-unknown-version',
    ...['fork', 'archive', 'status', 'title', 'auth-status'].map((name) => `capability/${name}-is-offered`),
    'capability/archive-comes-with-list',
    'capability/system-prompt-is-offered',
    ...['providers', 'plan-updates', 'subagents', 'prompt-suggestions'].map((name) => `capability/${name}-are-offered`),
    'mcp/connection-is-open',
    'mcp/notification-is-for-an-active-request',
    'mcp/request-id-is-unique',
    'mcp/server-was-declared',
  ],
  2: ['capability/tool-call-cancel-is-offered', 'capability/terminal-cancel-is-offered'],
};

describe.each([1, 2] as const)('version %i', (version) => {
  const talk = talks[version];
  const { findings, occasions } = judgeRecording(talk(), catalogue, 'orderly');

  test('reports nothing for two conforming peers, not even a note', () => {
    expect(findings).toEqual([]);
  });

  test('exercises every rule of this version, except these, with two conforming peers', () => {
    const rules = catalogue.filter(({ versions }) => (version === 1 ? versions.includes(1) : !versions.includes(1)));
    const idle = rules.map(({ id }) => id).filter((id) => !occasions.get(id)?.kept);
    expect(idle.toSorted()).toEqual(NOT_EXERCISED[version].toSorted());
  });

  test('repeats the same conversation', () => {
    expect(renderTranscript(talk())).toBe(renderTranscript(talk()));
  });
});
