import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { screens } from '#shared/contract/screens.ts';

const FOLDER = path.resolve('app/public');
const manifest = JSON.parse(fs.readFileSync(path.join(FOLDER, 'site.webmanifest'), 'utf8'));
interface Icon {
  src: string;
  type: string;
  sizes: string;
  purpose?: string;
}
const icons: Icon[] = [
  ...manifest.icons,
  ...manifest.shortcuts.flatMap((one: { icons: Icon[] }) => one.icons),
];
const fileOf = ({ src }: Icon) => path.join(FOLDER, src);

describe('The app as it is installed', () => {
  it('has an identity of its own and opens screens that exist', () => {
    expect([manifest.id, manifest.scope, manifest.display]).toEqual(['/dashboard', '/', 'standalone']);
    const opened = [manifest.start_url, ...manifest.shortcuts.map(({ url }: { url: string }) => url)];
    expect(opened).toEqual([screens.dashboard, screens.code, screens.contacts]);
  });

  it.each(icons.filter(({ type }) => type === 'image/png'))('has $src in the size it says', async (icon) => {
    const { width, height, format } = await sharp(fileOf(icon)).metadata();
    expect([`${width}x${height}`, format]).toEqual([icon.sizes, 'png']);
  });

  it.each(icons.filter(({ purpose }) => purpose === 'maskable'))(
    'keeps the mark of $src ($sizes) inside the circle that every mask shows, on an opaque ground',
    async (icon) => {
      const { data, info } = await sharp(fileOf(icon))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      const pixel = (x: number, y: number) => data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4);
      const ground = pixel(0, 0);
      expect(ground[3]).toBe(255);
      let mark = 0;
      const outside: string[] = [];
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          if (pixel(x, y).equals(ground)) continue;
          mark += 1;
          // The safe zone: a circle of two fifths of the width around the middle (Web App Manifest, section 5.6.2).
          if (Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) > 0.4 * width) outside.push(`${x} ${y}`);
        }
      }
      expect(mark).toBeGreaterThan(0.05 * width * height);
      expect(outside).toEqual([]);
    },
  );
});
