import { AcptapError } from '#core/errors.ts';

/** The allowed names of this server in requests. */
export interface HostNames {
  /** Values of the Host header, in lower case: the case of host names has no meaning. */
  readonly hosts: ReadonlySet<string>;
  /** Values of the Origin header. */
  readonly origins: ReadonlySet<string>;
}

/**
 * Loopback's three names, and the names of `--allow-host`. An allowed name without a port is accepted without and with
 * the server's port, by http and https: a forwarded port is often reached by https.
 */
export function hostNamesOf(port: number, allowed: readonly string[]): HostNames {
  const own = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const others = allowed.flatMap((name) => (hasPort(name) ? [name] : [name, `${name}:${port}`]));
  return {
    hosts: new Set([...own, ...others]),
    origins: new Set([
      ...own.map((host) => `http://${host}`),
      ...others.flatMap((host) => [`http://${host}`, `https://${host}`]),
    ]),
  };
}

/**
 * Reads an exact host name, with or without a port, as browsers send it.
 * @throws {AcptapError} `usage` for a pattern, an address with a scheme or a path, and a name that a browser writes
 * differently.
 */
export function parseHostName(text: string): string {
  const name = text.toLowerCase();
  const url = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : undefined;
  if (/^[\w:[\]-]+(?:\.[\w:[\]-]+)*$/.test(name) && url?.host === name) return name;
  throw new AcptapError(
    'usage',
    `--allow-host takes one exact name, with a port where the address has one (box.example.org or localhost:8080), not ${JSON.stringify(text)}`,
  );
}

const hasPort = (name: string): boolean => /:\d+$/.test(name);
