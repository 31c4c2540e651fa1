import { smallUrls } from '#shared/media-rules.ts';

/**
 * The widths a stored picture is offered in, for an `<img>` whose styles give it a width of its own; nothing for a picture
 * that stands elsewhere. `sizes` is how wide it is shown.
 */
export function srcSetOf(src: string | null, sizes: string): { srcSet?: string; sizes?: string } {
  const small = src === null ? [] : smallUrls(src);
  if (small.length === 0) return {};
  return { srcSet: small.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes };
}

/** The widest portrait is 132 px: three times as many pixels, as phones have, are 396. */
export const PORTRAIT_SIZES = '132px';
export const TILE_SIZES = '(min-width: 700px) 320px, 50vw';
export const FULL_SIZES = '100vw';
