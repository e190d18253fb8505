import { describe, expect, test } from 'vitest';
import {
  createSignIn,
  withoutSecrets,
  type LinkSecret,
  type SignIn,
  type TabMessage,
} from '../../../inspector-ui/backends/sign-in.ts';
import { settled } from '../fakes.ts';

/** Tabs of one browser with their session storages. A message of one tab reaches all others. */
function browser() {
  const hearers = new Map<number, (message: unknown) => void>();
  const said: TabMessage[] = [];
  let tabs = 0;
  const open = (tickets: Readonly<Record<string, string>> = {}, storage = { token: '' }) => {
    const own = tabs++;
    const tokens: (string | undefined)[] = [];
    const signIn = createSignIn({
      kept: { read: () => storage.token, write: (token) => void (storage.token = token) },
      tabs: {
        post: (message) => {
          said.push(message);
          for (const [tab, hear] of hearers) if (tab !== own) hear(message);
        },
        listen: (hear) => void hearers.set(own, hear),
      },
      exchange: async (ticket) => tickets[ticket],
    });
    signIn.onToken(() => void tokens.push(signIn.token()));
    return { signIn, tokens, storage };
  };
  return { open, said, shout: (message: unknown) => hearers.forEach((hear) => hear(message)) };
}

const linked = (signIn: SignIn, text: string, kind: LinkSecret['kind'] = 'token') => signIn.take({ kind, text });

describe('a tab', () => {
  test('has the token of its link, even after a reload', () => {
    const { open } = browser();
    const { signIn, tokens, storage } = open();
    expect(signIn.token()).toBe(undefined);
    linked(signIn, 'secret');
    expect([signIn.token(), tokens]).toEqual(['secret', ['secret']]);
    expect(open({}, storage).signIn.token()).toBe('secret');
  });

  test('exchanges a ticket for the token, and has none when the ticket is refused', async () => {
    const { signIn, tokens } = browser().open({ once: 'secret' });
    linked(signIn, 'used', 'ticket');
    await settled();
    expect(signIn.token()).toBe(undefined);
    linked(signIn, 'once', 'ticket');
    await settled();
    expect(tokens).toEqual(['secret']);
  });

  test('gets the token only from a tab with an accepted token', () => {
    const { open } = browser();
    const [first, second, third] = [open(), open(), open()];
    linked(first.signIn, 'old');
    second.signIn.ask();
    expect(second.tokens).toEqual([]);
    linked(third.signIn, 'new');
    third.signIn.setAccepted(true);
    expect([first.tokens, second.tokens]).toEqual([['old', 'new'], ['new']]);
    second.signIn.drop('new');
    third.signIn.setAccepted(false);
    second.signIn.ask();
    expect(second.signIn.token()).toBe(undefined);
  });

  test('keeps an accepted token, whatever a link or another tab sends', () => {
    const { open } = browser();
    const { signIn } = open();
    linked(signIn, 'good');
    signIn.setAccepted(true);
    linked(signIn, 'bad');
    const other = open();
    linked(other.signIn, 'worse');
    other.signIn.setAccepted(true);
    expect(signIn.token()).toBe('good');
  });

  test('drops a refused token, but not a newer one', () => {
    const { signIn, storage } = browser().open();
    linked(signIn, 'new');
    signIn.drop('old');
    expect(signIn.token()).toBe('new');
    signIn.drop('new');
    expect([signIn.token(), storage.token]).toEqual([undefined, '']);
  });

  test.each([[null], ['secret'], [{}], [{ token: 1 }], [{ token: null }]])('ignores the message %j', (message) => {
    const { open, said, shout } = browser();
    const { signIn } = open();
    shout(message);
    expect([signIn.token(), said]).toEqual([undefined, []]);
  });
});

/** As long as the server makes it. */
const TOKEN = `Ab-_${'x'.repeat(38)}9`;

/** An address bar. */
function addressBar(hash: string, search = '') {
  const written: string[] = [];
  const taken: LinkSecret[] = [];
  let told = 0;
  let onChange = () => {};
  const address = withoutSecrets(
    {
      hash: () => hash,
      kept: () => undefined,
      push: (next) => void (hash = next),
      replace: (next) => {
        hash = next;
        written.push(next);
      },
      onChange: (changed) => void (onChange = changed),
    },
    (secret) => void taken.push(secret),
    { read: () => search, drop: () => void (search = '') },
  );
  address.onChange(() => void (told += 1));
  const paste = (next: string) => {
    hash = next;
    onChange();
  };
  return { address, taken, written, paste, hash: () => hash, query: () => search, told: () => told };
}

describe('the address', () => {
  test.each([
    ['#token=ab-_9', '#/', { kind: 'token', text: 'ab-_9' }],
    ['#ticket=ab', '#/', { kind: 'ticket', text: 'ab' }],
    ['#token=ab/r/demo/e/3?q=x', '#/r/demo/e/3?q=x', { kind: 'token', text: 'ab' }],
    ['#token=ab#/r/demo', '#/r/demo', { kind: 'token', text: 'ab' }],
    ['#token=', '#/', undefined],
    ['#token=a%20b', '#/', undefined],
    ['#token=A#x', '#/', { kind: 'token', text: 'A' }],
    ['#token=A&x=1', '#/', { kind: 'token', text: 'A' }],
    ['#token%3DA', '#/', { kind: 'token', text: 'A' }],
    ['#/r/demo#token=A', '#/', { kind: 'token', text: 'A' }],
    ['#token=A/r/demo#token=B', '#/', { kind: 'token', text: 'A' }],
    ['#TOKEN=A#\n/r/demo', '#/', { kind: 'token', text: 'A' }],
    ['#/token=A', '#/', { kind: 'token', text: 'A' }],
    ['#/ticket=A/r/demo', '#/r/demo', { kind: 'ticket', text: 'A' }],
    ['#token=A%20', '#/', { kind: 'token', text: 'A' }],
    ['#token=%20A\u00a0', '#/', { kind: 'token', text: 'A' }],
    ['#token=A%2DB%5F', '#/', { kind: 'token', text: 'A-B_' }],
    ['#token=%zz', '#/', undefined],
    [`#token=${TOKEN}).`, '#/', { kind: 'token', text: TOKEN }],
    [`#token=${TOKEN}x`, '#/', { kind: 'token', text: `${TOKEN}x` }],
    [`#${TOKEN}`, '#/', { kind: 'token', text: TOKEN }],
    [`#/${TOKEN}`, '#/', { kind: 'token', text: TOKEN }],
    [`#${TOKEN.replaceAll('-', '%2d')}%0A`, '#/', { kind: 'token', text: TOKEN }],
    [`#${TOKEN}/r/demo`, '#/r/demo', { kind: 'token', text: TOKEN }],
    [`#token=A/${TOKEN}`, '#/', { kind: 'token', text: 'A' }],
  ])('%s becomes %s before the page reads it', (hash, left, secret) => {
    const { address, taken, written } = addressBar(hash);
    expect([address.hash(), written, taken]).toEqual([left, [left], secret ? [secret] : []]);
  });

  test.each([
    ['?token=A', { kind: 'token', text: 'A' }],
    ['?x=1&ticket=A%20&y', { kind: 'ticket', text: 'A' }],
    [`?${TOKEN}`, { kind: 'token', text: TOKEN }],
    ['?token=', undefined],
  ])('the query %s goes, the place stays', (search, secret) => {
    const { address, taken, query } = addressBar('#/r/demo', search);
    expect([address.hash(), query(), taken]).toEqual(['#/r/demo', '', secret ? [secret] : []]);
  });

  test('another query stays', () => {
    expect(addressBar('#/', '?utm=x').query()).toBe('?utm=x');
  });

  test.each([
    '',
    '#/',
    '#/r/demo?q=token',
    '#/r/demo?q=token%3Dx',
    '#/r/token=ab',
    '#tokens=ab',
    `#/r/${TOKEN}`,
    `#/r/demo?q=${TOKEN}`,
    `#/${TOKEN}x`,
  ])('%j does not change', (hash) => {
    const { address, taken, written } = addressBar(hash);
    expect([address.hash(), taken, written]).toEqual([hash, [], []]);
  });

  test('keeps its place when a sign-in link without a place is pasted, without a change event', () => {
    const { address, taken, paste, hash, told } = addressBar('#/r/demo');
    address.push('#/r/demo/e/1', undefined);
    address.replace('#/r/demo/e/2', undefined);
    paste('#token=new');
    expect([hash(), told(), taken]).toEqual(['#/r/demo/e/2', 0, [{ kind: 'token', text: 'new' }]]);
    paste('#token=new/r/other');
    expect([hash(), told()]).toEqual(['#/r/other', 1]);
    paste('#/r/third');
    paste('#ticket=x');
    expect([hash(), told()]).toEqual(['#/r/third', 2]);
  });
});
