/** Image types that hold pixels only. SVG is a document, and may hold anything. */
const RASTER = /^image\/(?:png|jpeg|gif|webp)$/;

/**
 * The address of a recorded link when it may be followed: http or https, with a host, without a user name that could pass for one.
 * Undefined for everything else (`javascript:`, `data:`, `file:`, relative), which is shown as text.
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

/** The `src` of an image that came as base64; undefined unless it is of a type that can be nothing else. */
export function toImageSource(mimeType: string, base64: string): string | undefined {
  const type = mimeType.trim().toLowerCase();
  return RASTER.test(type) && /^[\w+/\s-]+={0,2}\s*$/.test(base64) ? `data:${type};base64,${base64}` : undefined;
}

/** A `data:` address that is such an image. */
export function toDataImage(address: string): string | undefined {
  const [, type = '', base64 = ''] = /^data:([\w/+.-]+);base64,(.*)$/is.exec(address) ?? [];
  return toImageSource(type, base64);
}
