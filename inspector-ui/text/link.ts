/** Returns the URL if it is safe: https with an ordinary host; else undefined. */
export const linkOf = (address: string): string | undefined =>
  /^https:\/\/[\w.-]+(\/|$)/.test(address) ? address : undefined;
