import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { temporaryFolder } from '../support/folders.ts';
import { rawRequest, type HttpAnswer } from '../support/http.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';
import { fileText } from '../support/recording-file.ts';

/** A text in the recording that no other user may read. */
export const SECRET = 'canary-4711';

/** The files of the page. They hold no secret, and everybody gets them. */
export const openTargets: readonly string[] = [
  '/',
  '/index.html',
  ...globSync('assets/*', { cwd: 'dist/inspector' }).map((path) => `/${path}`),
  '/?token=wrong',
  '/?ticket=wrong',
];

/** Every other kind of target: each route, what is not there, and ways out of the folder. */
export const closedTargets: readonly string[] = [
  '/api/sign-in',
  '/api/recordings',
  '/api/recordings/:id',
  '/api/recordings/:id/rows',
  '/api/recordings/:id/findings',
  '/api/recordings/:id/seek',
  '/api/recordings/:id/overview',
  '/api/recordings/:id/turns',
  '/api/recordings/:id/values',
  '/api/recordings/:id/conversation',
  '/api/recordings/:id/conversation/seek',
  '/api/recordings/:id/stats',
  '/api/recordings/:id/info',
  '/api/recordings/:id/steps',
  '/api/changes',
  '/api/offline-page',
  '/api/compare',
  '/api/compare?left=:id&right=:id',
  '/api/recordings/:id/share',
  '/api/recordings/:id/report',
  '/api/recordings/:id/control',
  '/api/recordings/:id/judge',
  '/api/recordings/:id/marks',
  '/api/recordings/:id/files',
  '/api/recordings/:id/operations',
  '/api/recordings/:id/saved',
  '/api/recordings/:id/saved/:key',
  '/api/recordings/:id/entries/1',
  '/api/recordings/:id/entries/1/bytes',
  '/api/live',
  '/api/nothing',
  '/api/recordings?ticket=wrong',
  '/favicon.ico',
  '/#token=wrong',
  '/index.html?x=1',
  '/../../package.json',
  '/%2e%2e/%2e%2e/package.json',
  '/..%2f..%2fpackage.json',
  '/assets/..%5c..%5ccli.js',
  '//etc/passwd',
  '/%zz',
  '/api/recordings/%zz/rows',
];

export const targets: readonly string[] = [...openTargets, ...closedTargets];

/** Spellings of a foreign Host. Some of them lead here anyway. */
export const evilHosts = [
  'evil.com',
  'evil.com:PORT',
  '127.0.0.1.nip.io:PORT',
  'localhost.evil.com:PORT',
  'localhost.:PORT',
  '127.1:PORT',
  '2130706433:PORT',
  '0x7f.0.0.1:PORT',
  '0.0.0.0:PORT',
  '127.0.0.2:PORT',
  '[::ffff:127.0.0.1]:PORT',
  '127.0.0.1',
  'localhost',
  '127.0.0.1:PORT+1',
  '127.0.0.1:0PORT',
  '127.0.0.1:PORT.evil.com',
  'evil.com@127.0.0.1:PORT',
  '127.0.0.1:PORT@evil.com',
  '127.0.0.1:PORT, evil.com',
  '',
];

/** Origins that are not ours, though some look like it. */
export const evilOrigins = [
  'http://evil.com',
  'http://evil.com:PORT',
  'null',
  'file://',
  'https://127.0.0.1:PORT',
  'http://127.0.0.1',
  'http://127.0.0.1:PORT+1',
  'http://127.0.0.1:PORT.evil.com',
  'http://localhost.evil.com:PORT',
  'http://localhost.:PORT',
  'http://127.0.0.1:PORT/',
  'HTTP://LOCALHOST:PORT',
  'http://2130706433:PORT',
  'http://0.0.0.0:PORT',
  'http://127.0.0.1:PORT, http://evil.com',
  'ws://127.0.0.1:PORT',
  'chrome-extension://abcdef',
  '',
];

/** How a request differs from the page's requests. PORT and TOKEN stand for the server's. */
export interface Attempt {
  readonly method?: string;
  /** Instead of the path. */
  readonly form?: (path: string, port: number) => string;
  readonly hosts?: readonly string[];
  /** Instead of the token as bearer; false for no such header. */
  readonly bearer?: string | false;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/**
 * Starts an inspector with one recording for the tests of a file. `send` makes requests of it; `:id` in a target is the
 * recording.
 */
export function attackedInspector() {
  const cleanUps: (() => void)[] = [];
  const lastly = (cleanUp: () => void) => void cleanUps.push(cleanUp);
  let started: Inspector | undefined;
  let id = '';

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    const path = join(temporaryFolder(lastly), 'secret.acp.jsonl');
    const echoed = `_a {"text":"${SECRET}"}`;
    writeFileSync(path, fileText(parseTranscript(`> ${echoed}\n< ${echoed}`)));
    await importInto(home, path, lastly);
    started = await startInspector(home, lastly);
    const [recording] = JSON.parse((await started.get('/api/recordings')).body) as { id: string }[];
    id = recording?.id ?? '';
  });
  afterAll(() => cleanUps.toReversed().forEach((cleanUp) => cleanUp()));

  const inspector = (): Inspector => {
    if (!started) throw new Error('the inspector runs only in tests');
    return started;
  };

  function send(target: string, attempt: Attempt = {}): Promise<HttpAnswer> {
    const { port, token } = inspector();
    const {
      method = 'GET',
      form = (path) => path,
      hosts = ['127.0.0.1:PORT'],
      bearer = 'TOKEN',
      headers = [],
    } = attempt;
    const { body } = attempt;
    const head = [
      `${method} ${form(target.replace(':id', id), port)} HTTP/1.1`,
      ...hosts.map((host) => `host: ${host}`),
      ...(bearer === false ? [] : [`authorization: Bearer ${bearer}`]),
      ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
      ...headers,
      ...(headers.some((line) => line.startsWith('connection:')) ? [] : ['connection: close']),
    ];
    const given = (line: string) =>
      line
        .replaceAll('PORT+1', String(port + 1))
        .replaceAll('PORT', String(port))
        .replaceAll('TOKEN', token);
    return rawRequest(port, head.map(given), body);
  }

  return { inspector, send };
}
