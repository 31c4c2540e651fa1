import { smallUrls } from '#shared/contract/media-urls.ts';

/**
 * The widths in which a stored image is offered, for an `<img>` whose width is set by its styles; empty for images
 * stored elsewhere. `sizes` is the width at which it is shown.
 */
export function buildSrcSet(src: string | null, sizes: string): { srcSet?: string; sizes?: string } {
  const small = src === null ? [] : smallUrls(src);
  if (small.length === 0) return {};
  return { srcSet: small.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes };
}

/** The widest portrait is 132 px; phones with three pixels per CSS pixel need 396. */
export const PORTRAIT_SIZES = '132px';
export const TILE_SIZES = '(min-width: 700px) 320px, 50vw';
export const FULL_SIZES = '100vw';
