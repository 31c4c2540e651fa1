import { DISPLAY_FONT } from './house.ts';
import { script } from './theme.client.ts?script';

/** The head of all our own pages: the chosen theme before the first paint, the display face, the icons. */
export function HouseHead() {
  return (
    <>
      <link rel="preload" href={DISPLAY_FONT} as="font" type="font/woff2" crossOrigin="anonymous" />
      <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#141311" media="(prefers-color-scheme: dark)" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, bundled at build time */}
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
