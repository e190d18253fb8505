import type { AddressPort } from '../state/shell/router.ts';

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
    readonly tell: (message: TabMessage) => void;
    readonly listen: (hear: (message: unknown) => void) => void;
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
  const tell = () => {
    if (isAccepted && token !== undefined) tabs.tell({ token });
  };
  tabs.listen((message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('ask' in message) tell();
    else if ('token' in message && typeof message.token === 'string') use(message.token);
  });

  return {
    token: () => token,
    take: ({ kind, text }) => {
      if (kind === 'token') use(text);
      else void exchange(text).then(use);
    },
    ask: () => tabs.tell({ ask: true }),
    setAccepted: (next) => {
      isAccepted = next;
      tell();
    },
    drop: (refused) => {
      if (token !== refused) return;
      token = undefined;
      kept.write('');
    },
    onToken: (listener) => void (changed = listener),
  };
}

/** A hash with a secret, also a damaged one: `#token=A#x`, `#/r/demo#token=A`, `#token%3DA`. */
const SECRET = /^(?:#|.*[#&?])(token|ticket)(?:=|%3d)([^#/&?]*)(.*)$/is;

/**
 * An address port without secrets in the hash. Removes `#token=…` and `#ticket=…` from the address bar, now and at
 * each change, before the address is read, and passes them to `take`. A place may follow the secret
 * (`#token=…/r/<recording>`). A link without a place keeps the current one.
 */
export function withoutSecrets(address: AddressPort, take: (secret: LinkSecret) => void): AddressPort {
  let place = '#/';
  /** Returns whether the place changed. */
  const clean = (): boolean => {
    const [, kind, text = '', rest = ''] = SECRET.exec(address.hash()) ?? [];
    if (kind === undefined) {
      place = address.hash();
      return true;
    }
    const linked = /^#?(\/.*)$/s.exec(rest)?.[1];
    const isWhole = linked === undefined || !SECRET.test(`#${linked}`);
    if (linked !== undefined && isWhole) place = `#${linked}`;
    address.replace(place, address.kept());
    if (/^[\w-]+$/.test(text)) take({ kind: kind.toLowerCase() === 'token' ? 'token' : 'ticket', text });
    return linked !== undefined && isWhole;
  };
  const noting = (write: AddressPort['push']) => (hash: string, kept: unknown) => {
    place = hash;
    write(hash, kept);
  };
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
