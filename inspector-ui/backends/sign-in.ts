import type { AddressPort } from './address-port.ts';

/** The secret in a link's fragment: the token, or a ticket to exchange for the token once. */
export interface LinkSecret {
  readonly kind: 'token' | 'ticket';
  readonly text: string;
}

export interface SignInPorts {
  /** Keeps the token of this tab over a reload. */
  readonly kept: { readonly read: () => string | null; readonly write: (token: string) => void };
  /** The other tabs of this inspector. Their messages are checked here. */
  readonly tabs: {
    readonly post: (message: TabMessage) => void;
    readonly listen: (onMessage: (message: unknown) => void) => void;
  };
  /** Exchanges a ticket for the token; undefined if the ticket was used before. */
  readonly exchange: (ticket: string) => Promise<string | undefined>;
}

/** A tab's request for the token, or the token. */
export type TabMessage = { readonly ask: true } | { readonly token: string };

/** The token of this tab. It comes from the link, sessionStorage or another tab. */
export interface SignIn {
  readonly token: () => string | undefined;
  readonly take: (secret: LinkSecret) => void;
  /** Asks the other tabs for the token. `onToken` reports an answer. */
  readonly ask: () => void;
  /**
   * Sets whether the server accepts the token. While it does, other tabs get the token, and no other token replaces
   * it.
   */
  readonly setAccepted: (isAccepted: boolean) => void;
  /** Drops a token that the server has refused. */
  readonly drop: (refused: string) => void;
  /** Calls `listener` when there is a new token to try. */
  readonly onToken: (listener: () => void) => void;
}

export function createSignIn({ kept, tabs, exchange }: SignInPorts): SignIn {
  let token = kept.read() || undefined;
  let isAccepted = false;
  let changed = () => {};

  const use = (next: string | undefined) => {
    if (next === undefined || isAccepted) return;
    token = next;
    kept.write(next);
    changed();
  };
  const post = () => {
    if (isAccepted && token !== undefined) tabs.post({ token });
  };
  tabs.listen((message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('ask' in message) post();
    else if ('token' in message && typeof message.token === 'string') use(message.token);
  });

  return {
    token: () => token,
    take: ({ kind, text }) => {
      if (kind === 'token') use(text);
      else void exchange(text).then(use);
    },
    ask: () => tabs.post({ ask: true }),
    setAccepted: (next) => {
      isAccepted = next;
      post();
    },
    drop: (refused) => {
      if (token !== refused) return;
      token = undefined;
      kept.write('');
    },
    onToken: (listener) => void (changed = listener),
  };
}

/** A secret by its name, also damaged: `#token=A#x`, `#/token=A`, `#/r/demo#token=A`, `#token%3DA`, `?token=A`. */
const NAMED = /^(?:#\/?|.*[#&?])(token|ticket)(?:\s|%20)*(?:=|%3d)([^#/&?]*)(.*)$/is;

/** A token without a name: no place of the page looks like that. */
const BARE = /^[#?]\/?(?:\s|%20)*((?:[\w-]|%2d|%5f){43}(?![\w-])[^#/&?]*)(.*)$/is;

/** A secret in an address, or something that looks like one, and what follows it. */
interface FoundSecret {
  readonly secret: LinkSecret | undefined;
  readonly rest: string;
}

function findSecret(address: string): FoundSecret | undefined {
  const [, kind, named = '', ...afterNamed] = NAMED.exec(address) ?? [];
  const [, bare, ...afterBare] = BARE.exec(address) ?? [];
  if (kind === undefined && bare === undefined) return undefined;
  const text = secretText(bare ?? named);
  const secret = text && { kind: kind?.toLowerCase() === 'ticket' ? ('ticket' as const) : ('token' as const), text };
  return { secret: secret || undefined, rest: (kind === undefined ? afterBare : afterNamed)[0] ?? '' };
}

/** The secret in a text as people paste it: with blanks, percent-encoded, before a full stop or a bracket. */
function secretText(text: string): string | undefined {
  return /^(?:[\w-]+$|[\w-]{43}(?![\w-]))/.exec(decoded(text).trim())?.[0];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query of the page's address. The page has no use for one, but a secret may have been pasted there. */
export interface QueryPort {
  readonly read: () => string;
  readonly drop: () => void;
}

/**
 * An address port without secrets in the hash. Removes `#token=…` and `#ticket=…` from the address bar, now and at
 * each change, before the address is read, and passes them to `take`. A place may follow the secret
 * (`#token=…/r/<recording>`). A link without a place keeps the current one. A `query` with a secret is removed, too.
 */
export function withoutSecrets(
  address: AddressPort,
  take: (secret: LinkSecret) => void,
  query?: QueryPort,
): AddressPort {
  let place = '#/';
  /** Returns whether the place changed. */
  const clean = (): boolean => {
    const found = findSecret(address.hash());
    if (!found) {
      place = address.hash();
      return true;
    }
    const linked = /^#?(\/.*)$/s.exec(found.rest)?.[1];
    const isWhole = linked !== undefined && !findSecret(`#${linked}`);
    if (isWhole) place = `#${linked}`;
    address.replace(place, address.kept());
    if (found.secret) take(found.secret);
    return isWhole;
  };
  const noting = (write: AddressPort['push']) => (hash: string, kept: unknown) => {
    place = hash;
    write(hash, kept);
  };
  const asked = query && findSecret(query.read());
  if (asked) query.drop();
  if (asked?.secret) take(asked.secret);
  clean();
  return {
    hash: address.hash,
    kept: address.kept,
    push: noting(address.push),
    replace: noting(address.replace),
    onChange: (changed) =>
      address.onChange(() => {
        if (clean()) changed();
      }),
  };
}
