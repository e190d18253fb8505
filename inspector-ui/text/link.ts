/** The address when it is one that may be followed: https, and nothing odd in its host; else undefined. */
export const linkOf = (address: string): string | undefined =>
  /^https:\/\/[\w.-]+(\/|$)/.test(address) ? address : undefined;
