/**
 * `node bench/fleet.ts [folders] [spans]`: many data folders ship to one receiver at the same time. Counts what arrives.
 * Needs a build; prints counts, ratios and processor time.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import root from 'otlp-decoders/build/src/generated/root.js';

const [folders = 20, spans = 50_000] = process.argv.slice(2).map(Number);
const CLI = join(import.meta.dirname, '../dist/cli.js');
const place = mkdtempSync(join(tmpdir(), 'acptap-fleet-'));
const acptap = (home: string, ...words: readonly string[]) =>
  execFileSync(process.execPath, [CLI, ...words], { env: { ...process.env, ACPTAP_HOME: home }, stdio: 'pipe' });

/** Turns of eight exchanges each, as tool calls make them. */
function recording(): string {
  let t = 0;
  const line = (from: string, json: object) =>
    JSON.stringify({ t: (t += 500), from, json: { jsonrpc: '2.0', ...json } });
  const lines = [
    JSON.stringify({
      acptap: 1,
      id: 'fleet',
      startedAt: '2026-11-21T03:00:00.000Z',
      command: ['agent'],
      cwd: '/',
      redacted: false,
    }),
  ];
  for (let id = 0; id * 9 < spans - 2; id++) {
    lines.push(
      line('client', {
        id,
        method: 'session/prompt',
        params: { sessionId: 's', prompt: [{ type: 'text', text: 'go on' }] },
      }),
    );
    for (let file = 0; file < 8; file++) {
      const read = { id: id * 8 + file, method: 'fs/read_text_file', params: { sessionId: 's', path: '/w/a' } };
      lines.push(line('agent', read), line('client', { id: read.id, result: { content: 'text' } }));
    }
    lines.push(line('agent', { id, result: { stopReason: 'end_turn' } }));
  }
  return `${lines.join('\n')}\n`;
}

interface Received {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly spanId: Uint8Array }[] }[];
  }[];
}
interface Decoders {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly trace: {
          readonly v1: { readonly ExportTraceServiceRequest: { decode: (bytes: Uint8Array) => Received } };
        };
      };
    };
  };
}
const { decode } = (root as unknown as Decoders).opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
const ids = new Set<string>();
const seen = { requests: 0, spans: 0, zipped: 0 };

function count(bytes: Uint8Array): void {
  seen.zipped += bytes.length;
  for (const { scopeSpans } of decode(gunzipSync(bytes)).resourceSpans)
    for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
      seen.spans += 1;
      ids.add(Buffer.from(span.spanId).toString('latin1'));
    }
}

const server = createServer((request, response) => {
  void buffer(request).then((bytes) => {
    if (request.url === '/v1/traces') count(bytes);
    seen.requests += 1;
    return response.end();
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

try {
  const [first = '', ...others] = Array.from({ length: folders }, (_, number) => join(place, String(number)));
  writeFileSync(join(place, 'fleet.acp.jsonl'), recording());
  mkdirSync(first, { mode: 0o700 });
  acptap(first, 'import', join(place, 'fleet.acp.jsonl'));
  for (const [index, home] of [first, ...others].entries()) {
    if (home !== first) cpSync(first, home, { recursive: true });
    chmodSync(home, 0o700);
    const database = new Database(join(home, 'acptap.db'));
    database.prepare('UPDATE recording SET id = ?').run(`fleet-${index}`);
    database.close();
  }
  const began = performance.now();
  const timed = 'TIMEFORMAT="%U %S"; time "$@"';
  const used = await Promise.all(
    [first, ...others].map(async (home) => {
      const words = ['-c', timed, 'bash', process.execPath, CLI, 'ship', '--otlp', url, '--all'];
      const child = spawn('bash', words, {
        env: { ...process.env, ACPTAP_HOME: home, OTEL_EXPORTER_OTLP_TIMEOUT: '120000' }, // all share two cores
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      if (!stdout.startsWith('sent 1 whole recording')) throw new Error(`${stdout}${stderr}`);
      const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
      return user + system;
    }),
  );
  const cpu = used.reduce((sum, seconds) => sum + seconds, 0);
  const { requests, zipped } = seen;
  process.stdout.write(
    `${JSON.stringify({
      folders,
      spans: seen.spans,
      different: ids.size,
      requests,
      bytesASpan: Math.round(zipped / seen.spans),
      cpuSeconds: Math.round(cpu),
      cpuMicrosecondsASpan: Math.round((cpu * 1e6) / seen.spans),
      receiverCpuSeconds: Math.round(process.cpuUsage().user / 1e6),
      seconds: Math.round((performance.now() - began) / 1000),
      load: loadavg()[0]?.toFixed(1),
    })}\n`,
  );
} finally {
  server.close();
  rmSync(place, { recursive: true });
}
