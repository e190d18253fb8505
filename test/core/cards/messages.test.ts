import { describe, expect, test } from 'vitest';
import { MAX_CARD_CHARACTERS } from '#core/cards/budget.ts';
import { cardsOf, onlyCard } from './cards-of.ts';

const update = (json: string) => `< session/update {"sessionId":"s","update":${json}}`;
const chunk = (text: string, more = '') =>
  update(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":${JSON.stringify(text)}}${more}}`);

describe('a message', () => {
  test('joins its chunks, wherever they were cut', () => {
    const card = onlyCard([chunk('**bo'), chunk('ld** and 👩'), chunk('\n\n- a')].join('\n'), 'message');
    expect(card.blocks).toEqual([{ kind: 'text', seq: 0, text: '**bold** and 👩\n\n- a', missing: 0 }]);
  });

  test('keeps images and links between its texts, in order', () => {
    const card = onlyCard(
      `${chunk('see ')}
      ${update('{"sessionUpdate":"agent_message_chunk","content":{"type":"image","mimeType":"image/png","data":"iVBORw0="}}')}
      ${chunk('there')}`,
      'message',
    );
    expect(card.blocks).toEqual([
      { kind: 'text', seq: 0, text: 'see ', missing: 0 },
      { kind: 'image', seq: 1, mimeType: 'image/png', data: 'iVBORw0=', bytes: 5 },
      { kind: 'text', seq: 2, text: 'there', missing: 0 },
    ]);
  });

  test('sent as a whole replaces its chunks, and later chunks continue it', () => {
    const id = ',"messageId":"m1"';
    const card = onlyCard(
      `${chunk('draft', id)}
      ${update('{"sessionUpdate":"agent_message","messageId":"m1","content":[{"type":"text","text":"Final"}]}')}
      ${chunk(' words', id)}`,
      'message',
    );
    expect(card.blocks).toEqual([{ kind: 'text', seq: 1, text: 'Final words', missing: 0 }]);
  });

  test('sent as a whole without content keeps the earlier content, and null removes it', () => {
    const id = ',"messageId":"m1"';
    const kept = `${chunk('kept', id)}\n${update('{"sessionUpdate":"agent_message","messageId":"m1"}')}`;
    const gone = `${chunk('gone', id)}\n${update('{"sessionUpdate":"agent_message","messageId":"m1","content":null}')}`;
    expect(onlyCard(kept, 'message').blocks).toMatchObject([{ text: 'kept' }]);
    expect(onlyCard(gone, 'message').blocks).toEqual([]);
  });

  test('is shown even if its content is not a block', () => {
    const bare = update('{"sessionUpdate":"agent_message_chunk","content":"bare"}');
    const odd = update('{"sessionUpdate":"agent_message_chunk","content":{"type":"hologram","depth":3}}');
    expect(onlyCard(`${bare}\n${odd}`, 'message').blocks).toMatchObject([
      { kind: 'text', text: 'bare' },
      { kind: 'other', type: 'hologram', text: '{\n  "type": "hologram",\n  "depth": 3\n}' },
    ]);
  });

  test('too long for a card is cut without splitting a character, with the number of characters left out', () => {
    const long = 'x'.repeat(MAX_CARD_CHARACTERS - 1);
    const [block] = onlyCard(`${chunk(long)}\n${chunk('👩 and more')}`, 'message').blocks;
    expect(block).toMatchObject({ kind: 'text', missing: '👩 and more'.length });
    expect(block?.kind === 'text' && block.text.length).toBe(MAX_CARD_CHARACTERS - 1);
  });

  test('of the agent, of its thoughts and of the person become three cards', () => {
    const by = ['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk'].map((variant) =>
      update(`{"sessionUpdate":"${variant}","content":{"type":"text","text":"x"}}`),
    );
    expect(cardsOf(by.join('\n'))).toMatchObject([{ by: 'agent' }, { by: 'thought' }, { by: 'user' }]);
  });
});

test('a prompt shows all attachments', () => {
  const card = onlyCard(
    `> 1 session/prompt {"sessionId":"s","prompt":[
      {"type":"text","text":"look"},
      {"type":"text","text":"twice"},
      {"type":"resource_link","uri":"file:///a.txt","name":"a.txt"},
      {"type":"resource","resource":{"uri":"file:///b.txt","text":"bee"}},
      {"type":"resource","resource":{"uri":"file:///c.bin","blob":"AAAA"}},
      {"type":"audio","mimeType":"audio/wav","data":"AAAA"}]}`.replaceAll('\n', ' '),
    'prompt',
  );
  expect(card.blocks).toEqual([
    { kind: 'text', seq: 0, text: 'look', missing: 0 },
    { kind: 'text', seq: 0, text: 'twice', missing: 0 },
    { kind: 'link', seq: 0, uri: 'file:///a.txt', name: 'a.txt', title: null },
    { kind: 'resource', seq: 0, uri: 'file:///b.txt', mimeType: null, content: { text: 'bee', missing: 0 }, bytes: 3 },
    { kind: 'resource', seq: 0, uri: 'file:///c.bin', mimeType: null, content: null, bytes: 3 },
    { kind: 'audio', seq: 0, mimeType: 'audio/wav', bytes: 3 },
  ]);
});

test('a conductor’s envelope is shown by its content', () => {
  const inner = JSON.stringify({
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } } },
  });
  expect(onlyCard(`< proxy/successor ${inner}`, 'message').blocks).toMatchObject([{ text: 'hi' }]);
});
