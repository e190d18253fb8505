import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { suggestName } from '#core/protocol/suggest-name.ts';
import { handshakeAndSession } from '../../proxy/core/rules/examples/handshake.ts';
import { PROMPT, update } from '../../proxy/core/rules/examples/turn.ts';
import { findingsIn } from '../judge-transcript.ts';

const READ = '< 1 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 1 ok {"content":""}';
const LIST = '> 1 session/list {}\n< 1 ok {"sessions":[]}';
const EMBED = `> 1 session/prompt {"sessionId":"s","prompt":[{"type":"image","mimeType":"image/png","data":"aGk="}]}`;

describe('a misspelt capability', () => {
  test.each([
    ['of the client', { client: { fs: { readTextfile: true } } }, READ, 'client'],
    ['with members', { client: { Fs: { readTextFile: true } } }, READ, 'client'],
    ['of the client one level too high', { client: { readTextFile: true } }, READ, 'client'],
    ['of the agent', { agent: { sessionCapabilities: { lists: {} } } }, LIST, 'agent'],
    ['of the agent one level too high', { agent: { sessionCapabilities: {}, list: {} } }, LIST, 'agent'],
    ['below a misspelt one', { agent: { sessionCapabilites: { list: {} } } }, LIST, 'agent'],
    ['of the prompt', { agent: { promptCapabilities: { images: true } } }, EMBED, 'agent'],
  ])('%s is one finding, and a side that relied on it has none', (_what, said, use, side) => {
    expect(findingsIn(`${handshakeAndSession(said)}\n${use}`)).toEqual([`schema/members-are-known warning ${side}`]);
  });

  test.each([
    ['with the value false is not reported', { client: { fs: { readTextfile: false } } }],
    ['does not offer another one', { client: { fs: { writeTextfile: true } } }],
  ])('%s', (_what, said) => {
    expect(findingsIn(`${handshakeAndSession(said)}\n${READ}`)).toContain(
      'capability/reading-files-is-offered error agent',
    );
  });

  test.each(['v1/schema.unstable.json', 'v2/schema.unstable.json'])('matches no real name in %s', (file) => {
    const { $defs } = JSON.parse(readFileSync(`node_modules/@agentclientprotocol/sdk/schema/${file}`, 'utf8')) as {
      $defs: Record<string, { properties?: object }>;
    };
    const places = Object.entries($defs).filter(([name]) => name.endsWith('Capabilities'));
    expect(places.length).toBeGreaterThan(5);
    for (const [place, { properties = {} }] of places)
      for (const name of Object.keys(properties)) {
        const others = Object.keys(properties).filter((other) => other !== name);
        expect([place, name, suggestName(name, others)]).toEqual([place, name, undefined]);
      }
  });
});

describe('an unknown kind of update or content', () => {
  const NEWS = { hologram: {} };
  const HOLOGRAM = `${PROMPT}\n${update('hologram_update', { voxels: [] })}`;
  const SHOW = `> 1 session/prompt {"sessionId":"s","prompt":[{"type":"hologram","voxels":[]}]}`;

  test.each([
    ['an update is refused by clients of version 1', {}, HOLOGRAM, ['schema/params-match error agent']],
    ['content is refused by agents of version 1', {}, SHOW, ['schema/params-match error client']],
    [
      'an update may be newer than acptap where the client offers what acptap does not know',
      { client: NEWS },
      HOLOGRAM,
      ['schema/members-are-known warning client', 'schema/params-match note agent'],
    ],
    [
      'content may be newer where the agent does',
      { agent: { promptCapabilities: NEWS } },
      SHOW,
      ['schema/members-are-known warning agent', 'schema/params-match note client'],
    ],
    [
      'an unknown capability of the sender excuses nothing',
      { agent: NEWS },
      HOLOGRAM,
      ['schema/members-are-known warning agent', 'schema/params-match error agent'],
    ],
    [
      'a misspelt capability excuses nothing',
      { client: { terminals: true } },
      HOLOGRAM,
      ['schema/members-are-known warning client', 'schema/params-match error agent'],
    ],
    [
      'a misspelt kind is an error, whatever the client offers',
      { client: NEWS },
      `${PROMPT}\n${update('agent_mesage_chunk', { content: { type: 'text', text: 'hi' } })}`,
      ['schema/members-are-known warning client', 'schema/params-match error agent'],
    ],
  ])('%s', (_what, said, transcript, expected) => {
    expect(findingsIn(`${handshakeAndSession(said)}\n${transcript}`)).toEqual(expected);
  });
});
