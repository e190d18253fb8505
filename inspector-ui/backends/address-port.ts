/** The address bar, for the page's router. */
export interface AddressPort {
  readonly hash: () => string;
  /** State kept beside the address, also over a reload; undefined without any. */
  readonly kept: () => unknown;
  readonly push: (hash: string, kept: unknown) => void;
  readonly replace: (hash: string, kept: unknown) => void;
  readonly onChange: (changed: () => void) => void;
}
