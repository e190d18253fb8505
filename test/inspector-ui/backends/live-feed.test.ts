import { describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import type { FeedEvent } from '../../../inspector-ui/backends/backend.ts';
import { createLiveFeed, type SocketEvents } from '../../../inspector-ui/backends/live-feed.ts';
import { fakeTimer, settled, signedIn } from '../fakes.ts';

function wired({ isRefused = false, token = 'token' } = {}) {
  const timers = fakeTimer();
  const sockets: SocketEvents[] = [];
  const sent: string[] = [];
  const heard: FeedEvent[] = [];
  const calls: string[] = [];
  let own: string | undefined = token || undefined;
  let onToken = () => {};
  let see = () => {};
  const feed = createLiveFeed({
    signIn: {
      ...signedIn,
      token: () => own,
      ask: () => void calls.push('ask'),
      setAccepted: (isAccepted) => void calls.push(`accepted: ${isAccepted}`),
      onToken: (listener) => void (onToken = listener),
    },
    openSocket: (offered, events) => {
      calls.push(`open with ${offered}`);
      sockets.push(events);
      return { send: (text) => void sent.push(text), close: events.closed };
    },
    isRefused: async () => isRefused,
    startTimer: timers.startTimer,
    now: () => epochMs(1000),
    onSeen: (seen) => void (see = seen),
  });
  feed.listen((event) => void heard.push(event));
  feed.connect();
  const bring = (next: string) => {
    own = next;
    onToken();
  };
  return { feed, sockets, sent, heard, calls, bring, see: () => see(), ...timers };
}

describe('the live feed', () => {
  test('is connecting until the socket opens', () => {
    const { feed, sockets } = wired();
    expect(feed.connection.value.kind).toBe('connecting');
    sockets[0]?.opened();
    expect(feed.connection.value.kind).toBe('live');
  });

  test('reports since when it is offline, and retries at growing intervals', async () => {
    const { feed, sockets, runAll, delays } = wired();
    sockets[0]?.opened();
    sockets[0]?.closed();
    expect(feed.connection.value).toEqual({ kind: 'offline', since: 1000, retryAt: 1250 });
    expect(delays()).toEqual([250]);
    runAll();
    sockets[1]?.closed();
    await settled();
    expect(delays()).toEqual([500]);
  });

  test('retries at once when the page becomes visible, if it is offline', async () => {
    const { sockets, see, runAll, delays } = wired();
    see();
    sockets[0]?.opened();
    see();
    expect(sockets).toHaveLength(1);
    sockets[0]?.closed();
    await settled();
    see();
    expect(sockets).toHaveLength(2);
    runAll(); // the planned retry does not happen as well
    expect(sockets).toHaveLength(2);
    sockets[1]?.closed();
    await settled();
    expect(delays()).toEqual([250]);
  });

  test('follows the same recordings after a reconnect', () => {
    const { feed, sockets, sent, runAll } = wired();
    feed.follow('r');
    sockets[0]?.opened();
    sockets[0]?.closed();
    runAll();
    sockets[1]?.opened();
    const follow = { kind: 'follow', recording: 'r' };
    expect(sent.map((text) => JSON.parse(text))).toEqual([follow, follow]);
  });

  test('still follows a recording after an earlier one is closed', () => {
    const { feed, sockets, sent } = wired();
    sockets[0]?.opened();
    const stop = feed.follow('one');
    feed.follow('two');
    stop();
    expect(sent.at(-1)).toContain('two');
  });

  test('reports the connection before the first message', () => {
    const { sockets, heard } = wired();
    sockets[0]?.opened();
    sockets[0]?.message('{"kind":"removed","ids":["x"]}');
    expect(heard.map(({ kind }) => kind)).toEqual(['connected', 'removed']);
  });

  test('reports that it is refused, also during retries', async () => {
    const { feed, sockets, runAll } = wired({ isRefused: true });
    sockets[0]?.closed();
    await settled();
    expect(feed.connection.value.kind).toBe('refused');
    runAll();
    sockets[1]?.closed();
    expect(feed.connection.value.kind).toBe('refused');
  });

  test('asks other tabs for a token, and reports that it is refused when none answers', () => {
    const { feed, calls, runAll } = wired({ token: '' });
    expect([calls, feed.connection.value.kind]).toEqual([['ask'], 'connecting']);
    runAll();
    expect(feed.connection.value.kind).toBe('refused');
  });

  test('connects as soon as it has a token, and reports when the server accepts it', async () => {
    const { feed, calls, bring, sockets, runAll } = wired({ token: '' });
    bring('other');
    runAll(); // no timer for other tabs is left
    expect(feed.connection.value.kind).toBe('connecting');
    sockets[0]?.opened();
    sockets[0]?.closed();
    expect(calls).toEqual(['ask', 'open with other', 'accepted: true', 'accepted: false']);
    await settled();
  });

  test('asks other tabs when it is refused, and connects with their token', async () => {
    const { feed, calls, bring, sockets } = wired({ isRefused: true, token: 'old' });
    sockets[0]?.closed();
    await settled();
    expect([calls.at(-1), feed.connection.value.kind]).toEqual(['ask', 'refused']);
    bring('new');
    sockets[1]?.opened();
    expect([calls.slice(-2), feed.connection.value.kind]).toEqual([['open with new', 'accepted: true'], 'live']);
  });
});
