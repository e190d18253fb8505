/** Image types with only pixels. SVG is a document that may contain anything. */
const RASTER = /^image\/(?:png|jpeg|gif|webp)$/;

/**
 * Returns the URL of a recorded link if it is safe: http or https, with a host, without a user name, which could pass
 * for the host. Returns undefined for all others (`javascript:`, `data:`, `file:`, relative), which are shown as text.
 */
export function toWebLink(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined;
  try {
    const url = new URL(address);
    return url.username === '' && url.password === '' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the `src` of a base64 image; undefined unless its type has only pixels. */
export function toImageSource(mimeType: string, base64: string): string | undefined {
  const type = mimeType.trim().toLowerCase();
  return RASTER.test(type) && /^[\w+/\s-]+={0,2}\s*$/.test(base64) ? `data:${type};base64,${base64}` : undefined;
}

/** Returns a `data:` URL if it is such an image. */
export function toDataImage(address: string): string | undefined {
  const [, type = '', base64 = ''] = /^data:([\w/+.-]+);base64,(.*)$/is.exec(address) ?? [];
  return toImageSource(type, base64);
}
