import { deepStrictEqual as equal, ok } from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { SHARE_FORMS, SHARE_SCOPES } from '#core/contract/share.ts';
import { createFold } from '#core/fold/fold.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import type { PlayOptions } from '../../proxy/replay/model/play-options.ts';
import type { Playbook } from '../../proxy/replay/playbook/playbook.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import type { PlayerCommand } from '../../proxy/replay/player/play.ts';
import { createPlayer } from '../../proxy/replay/player/player.ts';
import { renderReport } from '../../proxy/replay/report/render-report.ts';
import { startServer } from '../../proxy/server/app.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { entriesOf } from './bytes-targets.ts';
import type { Random } from './mutate.ts';
import { PROTOCOL_WORDS, wholeRecordings, type Target } from './target.ts';

const messagesIn = (bytes: Uint8Array) => {
  const decoded = decodeFrame(bytes);
  return decoded.kind === 'json' ? decoded.parts.flatMap(({ message }) => message ?? []) : [];
};

const clientBytes = (entries: readonly Entry[]) =>
  Buffer.concat(entries.flatMap((entry) => (entry.kind === 'frame' && entry.from === 'client' ? [entry.bytes] : [])));

const OPTIONS: readonly Partial<PlayOptions>[] = [
  {},
  { onDivergence: 'follow' },
  { speed: 'recorded', timeout: 500 },
  { onDivergence: 'follow', speed: 5, maxGap: 30 },
];

/** More steps than any replay of these recordings takes: the replay does not end. */
const ENDLESS = 20_000;

/** Control characters and marks that change the direction of a text: a terminal would do as they say. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

function play(playbook: Playbook, options: Partial<PlayOptions>, bytes: Uint8Array, random: Random) {
  const player = createPlayer(playbook, options);
  const splitter = createFrameSplitter();
  const sent: string[] = [];
  const open: string[] = []; // a client may use an id twice, and is answered twice then
  let now = 0;
  let steps = 0;
  let isOver = false;

  function perform(commands: readonly PlayerCommand[]): void {
    for (const command of commands) {
      ok(!isOver, `${command.kind} after the end`);
      isOver = command.kind === 'end';
      if (command.kind !== 'send') continue;
      sent.push(Buffer.from(command.bytes).toString('latin1'));
      ok(command.bytes.indexOf(10) === command.bytes.length - 1, 'a frame of the agent is one line');
      for (const message of messagesIn(command.bytes))
        if (message.kind === 'response' && message.id !== undefined && message.id !== 'null') {
          const at = open.indexOf(message.id);
          ok(at !== -1, `it answers ${message.id}, which nobody has asked, or twice`);
          open.splice(at, 1);
        }
    }
  }

  function pass(until: number): void {
    for (let next = player.next(); next !== undefined && next <= until; next = player.next()) {
      ok(++steps < ENDLESS, `it does not end, at ${now} ms`);
      now = Math.max(now, next);
      perform(player.advance(now));
    }
    now = Math.max(now, until);
  }

  perform(player.start(now));
  for (const frame of splitter.push(bytes)) {
    for (const message of messagesIn(frame)) if (message.kind === 'request') open.push(message.id);
    perform(player.receive(frame, now));
    if (random(4) === 0) pass(now + random(1500));
  }
  perform(player.close(now));
  pass(now + 120_000);
  const report = player.report();
  const text = renderReport(report);
  ok(!UNSAFE.test(text), `the report has a control character: ${JSON.stringify(UNSAFE.exec(text))}`);
  ok(report.played <= playbook.lines.length, `${report.played} played of ${playbook.lines.length}`);
  ok(isOver, `it has not ended: ${text}`);
  return { sent, report };
}

/** The first byte says which recording is played, the second how. */
export const replay: Target = {
  name: 'replay',
  seeds: () =>
    wholeRecordings().flatMap((file, index) =>
      OPTIONS.map((_, option) =>
        Buffer.concat([Buffer.of(index, option), clientBytes(entriesOf(file)?.entries ?? [])]),
      ),
    ),
  words: PROTOCOL_WORDS,
  perSecond: 60,
  isLinear: false,
  open() {
    const playbooks = wholeRecordings().map((file) => toPlaybook(entriesOf(file)?.entries ?? []));
    return (input, random) => {
      const [index = 0, option = 0] = input;
      const playbook = playbooks[index % playbooks.length];
      if (!playbook) return;
      const waits = Array.from({ length: 100 }, () => random(6000));
      const drawn = () => {
        let at = 0;
        return (most: number) => (waits[at++ % waits.length] ?? 0) % Math.max(1, most);
      };
      const options = OPTIONS[option % OPTIONS.length] ?? {};
      const rest = input.subarray(2);
      equal(play(playbook, options, rest, drawn()), play(playbook, options, rest, drawn()));
    };
  },
};

const ID = 'fuzzed';
const of = `/api/recordings/${ID}`;

const REQUESTS = [
  '/api/recordings',
  of,
  `${of}/rows?view=folded&q=kind:request&opened=0,1&count=20&around=3`,
  `${of}/rows?from=2&collapsed=1&part=1`,
  `${of}/findings?q=from:agent`,
  `${of}/seek?q=kind:request&from=0&step=-1&wrap=1`,
  `${of}/overview?buckets=7&q=/a.c/i`,
  `${of}/turns`,
  `${of}/values?field=method`,
  `${of}/conversation?session=s&from=0&count=9`,
  `${of}/stats`,
  `${of}/info`,
  `${of}/steps`,
  `/api/compare?left=${ID}&right=${ID}&leftPart=turn-1&rightPart=session-1`,
  ...SHARE_FORMS.map(
    (form, index) => `${of}/share?as=${form}&of=${SHARE_SCOPES[index % SHARE_SCOPES.length]}&seq=3&q=a&redact=0`,
  ),
  `${of}/report`,
  `${of}/entries/3`,
  `${of}/entries/3/bytes`,
  '/index.html',
];

const HTTP_WORDS = [
  'q= from= around= count= opened= collapsed= view= part= session= buckets= field= step= as= of= seq=',
  'redact= left= right= turn-1 session-1 raw folded entry turn filter & ? / % %00 %2f %zz %ff .. ; = , +',
  '-1 0 4294967296 9007199254740993 1e9 NaN q[]=1 __proto__=1 q=kind: /entries/ /bytes /rows',
  '/conversation /api/ constructor',
].flatMap((line) => line.split(' '));

/** As a client may write it: escapes characters that are not allowed in an address, and keeps existing escapes. */
const toPath = (input: Uint8Array) =>
  `/${Buffer.from(input).toString('latin1').replace(/^\//, '')}`.replace(
    /[^\x21-\x7e]/g,
    (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export const http: Target = {
  name: 'http',
  seeds: () => REQUESTS.map((path) => Buffer.from(path)),
  words: HTTP_WORDS,
  perSecond: 250,
  isLinear: false,
  async open(lastly) {
    const store = openStore(MEMORY);
    const [file = new Uint8Array()] = wholeRecordings();
    const { header, entries } = entriesOf(file) ?? {};
    if (!header || !entries) throw new Error('there is no recording to ask for');
    const fold = createFold();
    for (const entry of entries) fold.apply(entry);
    store.write.append(store.write.begin({ ...header, id: ID }).no, { ...fold.take(), from: 0, to: 0 });
    const library = wholeDatabase(() => store);
    const page = import.meta.dirname;
    const server = await startServer({ library, page, port: 0, onWatched: () => {}, onTrouble: () => {} });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    lastly(async () => {
      agent.destroy();
      await server.close();
      store.close();
    });

    const ask = (path: string): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${server.guard.token}` };
        const request = get({ host: '127.0.0.1', port: server.port, path, headers, agent }, (response) => {
          let body = '';
          response.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
          );
        });
        request.on('error', reject);
      });

    return async (input) => {
      const path = toPath(input);
      const { status, type, body } = await ask(path);
      ok(
        (status >= 200 && status < 300) || (status >= 400 && status < 500),
        `${status} for ${path}: ${body.slice(0, 300)}`,
      );
      if (status >= 400) ok(type.includes('json'), `${status} ${type} for ${path}: ${body.slice(0, 300)}`);
      if (!type.includes('json')) return;
      const answer = JSON.parse(body) as { error?: unknown };
      if (status >= 400)
        ok(typeof answer.error === 'string' && answer.error.length > 5, `${status} ${body} for ${path}`);
    };
  },
};
