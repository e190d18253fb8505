import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './guard.ts';

/** Answers why a request was refused: in JSON, or as a page in a browser. */
export function answerRefusal({ method, headers }: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const isRead = method === 'GET' && headers.accept?.includes('text/html');
  const [type, text] =
    isRead && refusal.status === 401
      ? ['text/html', SIGN_IN_PAGE]
      : ['application/json', JSON.stringify({ error: refusal.reason })];
  response.writeHead(refusal.status, { 'content-type': `${type}; charset=utf-8` });
  response.end(text);
}

/** The same page for everybody. It has no styles, because the security headers forbid inline styles. */
const SIGN_IN_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>acptap: not signed in</title>
  </head>
  <body>
    <h1>Not signed in</h1>
    <p>This inspector was started anew, or it has not been opened in this browser yet.</p>
    <p>Open the link that <code>acptap inspect</code> printed.</p>
  </body>
</html>
`;
