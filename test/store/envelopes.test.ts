import { expect, test } from 'vitest';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { CHAIN_HANDSHAKE, TURN } from '../proxy-chain.ts';
import { recordingFile } from '../support/recording-file.ts';

test('rows have the method on the wire and a summary of the envelope’s content, in answers too', async () => {
  const { store, no, summary } = await importToMemory(recordingFile(CHAIN_HANDSHAKE + TURN));
  try {
    const rows = store.read.rows(no, 9, summary.total);
    expect(rows.map(({ method, session, summary: words }) => `${method} ${session} | ${words}`)).toEqual([
      'session/prompt s | Add a licence',
      'proxy/successor s | session/prompt · Add a licence',
      'proxy/successor s | session/update · tool_call · pending · Edit LICENSE',
      'session/update s | tool_call · pending · Edit LICENSE',
      'proxy/successor s | session/request_permission · Edit LICENSE · Allow',
      'session/request_permission s | Edit LICENSE · Allow',
      'session/request_permission s | yes · Edit LICENSE',
      'proxy/successor s | session/request_permission · yes · Edit LICENSE',
      'proxy/successor s | session/update · tool_call_update · completed · Edit LICENSE',
      'session/update s | tool_call_update · completed · Edit LICENSE',
      'proxy/successor s | session/prompt · end_turn',
      'session/prompt s | end_turn',
    ]);
    expect(summary.agent?.name).toBe('proxy');
  } finally {
    store.close();
  }
});
