import { connect } from 'node:net';

/** A response as received. Header names are in lower case, in order, with duplicates. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The whole response, to search for text that must not be in it. */
  readonly text: string;
}

/**
 * Sends a request exactly as written, with a Host, target or duplicate header that HTTP clients would refuse. `head`
 * has no line ends and no empty last line. Resolves at the end of the headers for 101, else at the end of the response.
 */
export function rawRequest(port: number, head: readonly string[], body = ''): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = () => {
      socket.destroy();
      resolve(parse(text));
    };
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      if (text.startsWith('HTTP/1.1 101') && text.includes('\r\n\r\n')) done();
    });
    socket.on('error', reject).on('end', done);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

function parse(text: string): HttpAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), text };
}

export const header = ({ headers }: HttpAnswer, wanted: string): string | undefined =>
  headers.find(([name]) => name === wanted)?.[1];
