import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['fs/write_text_file'],
  capability('client', { 1: 'fs.writeTextFile' }, { isFlag: true }),
  {
    id: 'capability/writing-files-is-offered',
    requires: 'The agent writes files through the client only where the client says it can, with `fs.writeTextFile`.',
    source: 'https://agentclientprotocol.com/protocol/v1/file-system',
    peers: 'The client answers -32601, and the edit is lost unless the agent writes the file itself.',
    examples: {
      breaks: [
        `${handshakeAndSession()}\n< 1 fs/write_text_file {"sessionId":"s","path":"/a","content":""}\n> 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshakeAndSession({ client: { fs: { readTextFile: true } } })}\n< 1 fs/write_text_file {"sessionId":"s","path":"/a","content":""}\n> 1 error {"code":-32601,"message":"Method not found"}`, // reading is another capability
        `${handshakeAndSession()}\n< 1 fs/write_text_file {"sessionId":"s","path":"/a","content":""}\n> 1 ok {}`, // supported but not offered
      ],
      keeps: [
        `${handshakeAndSession({ client: { fs: { writeTextFile: true } } })}\n< 1 fs/write_text_file {"sessionId":"s","path":"/a","content":""}\n> 1 ok {}`,
      ],
    },
  },
);
