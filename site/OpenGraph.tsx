import { PRODUCT } from '#shared/contract/constants.ts';

/** The size in pixels of every link preview image we offer, as Open Graph readers expect. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

interface OpenGraphProps {
  type: 'website' | 'profile';
  title: string;
  description: string;
  /** The page's absolute address, with its origin. */
  url: string;
  /** An image of `PREVIEW_SIZE`; without it the preview is text only. */
  image?: { url: string; alt: string } | null | undefined;
}

/** Tags for search engines and link previews: address, description, Open Graph and the Twitter card. */
export function OpenGraph({ type, title, description, url, image }: OpenGraphProps) {
  return (
    <>
      <link rel="canonical" href={url} />
      <meta name="description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={PRODUCT} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {image && (
        <>
          <meta property="og:image" content={image.url} />
          <meta property="og:image:width" content={`${PREVIEW_SIZE.width}`} />
          <meta property="og:image:height" content={`${PREVIEW_SIZE.height}`} />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  );
}
