import { handshakeAndSession } from '../examples/handshake.ts';
import { capability } from '../helpers/capability.ts';
import { methodNeedsCapability } from '../helpers/method-needs-capability.ts';

export default methodNeedsCapability(
  ['fs/read_text_file'],
  capability('client', { 1: 'fs.readTextFile' }, { isFlag: true }),
  {
    id: 'capability/reading-files-is-offered',
    requires: 'The agent reads files through the client only where the client says it can, with `fs.readTextFile`.',
    source: 'https://agentclientprotocol.com/protocol/v1/file-system',
    peers:
      'The client answers -32601. Agents with a disk of their own read the file there, and miss what the user has not saved.',
    examples: {
      breaks: [
        `${handshakeAndSession()}\n< 1 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshakeAndSession({ client: { fs: { readTextFile: false, writeTextFile: true } } })}\n< 1 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 1 error {"code":-32601,"message":"Method not found"}`,
        `${handshakeAndSession()}\n< 1 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 1 ok {"content":""}`, // supported but not offered
      ],
      keeps: [
        `${handshakeAndSession({ client: { fs: { readTextFile: true } } })}\n< 1 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 1 ok {"content":""}`,
      ],
    },
  },
);
