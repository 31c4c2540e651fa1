import { DISPLAY_FONT } from './house.ts';

/** What the head of our own pages has in common. */
export function HouseHead() {
  return <link rel="preload" href={DISPLAY_FONT} as="font" type="font/woff2" crossOrigin="anonymous" />;
}
