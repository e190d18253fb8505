import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CONTENT_PLACE } from '../proxy/core/share/offline-page.ts';

/**
 * The page as one self-contained file. Its script and style are inline, and allowed by their hashes; no other content,
 * such as a recording, can run.
 */
export function offlinePage({ script, style }: { readonly script: string; readonly style: string }): string {
  const code = inertScript(script);
  const look = inertStyle(style);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(look)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const icon = Buffer.from(readFileSync('inspector-ui/favicon.svg')).toString('base64');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta http-equiv="x-dns-prefetch-control" content="off" />
    <title>acptap</title>
    <link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${icon}" />
    <style>${look}</style>
  </head>
  <body>
    <noscript>This recording is shown by a script, which this browser does not run.</noscript>
    <div id="app"></div>
    ${CONTENT_PLACE}
    <script type="module">${code}</script>
  </body>
</html>
`;
}

/** Escapes what the HTML parser takes for the script's end or a comment. It occurs only in strings and regexes. */
const inertScript = (text: string): string => text.replaceAll(/<(?=\/?script|!--)/gi, String.raw`\x3c`);

function inertStyle(text: string): string {
  if (/<\/style/i.test(text)) throw new Error('the style sheet has the end of a style element in it');
  return text;
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
