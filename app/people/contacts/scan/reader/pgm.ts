/** Share of the darkest and of the brightest pixels that may be lost: specks, and the gloss of a lamp. */
const CLIPPED = 0.02;

/** Stretches the shades so that ink is near black and paper near white, in place; a picture without contrast stays. */
function stretchContrast(gray: Uint8Array): void {
  const counts = new Uint32Array(256);
  for (const shade of gray) counts[shade] = (counts[shade] ?? 0) + 1;
  const shadeAt = (share: number) => {
    let [shade, seen] = [0, counts[0] ?? 0];
    while (seen <= gray.length * share && shade < 255) {
      shade += 1;
      seen += counts[shade] ?? 0;
    }
    return shade;
  };
  const [dark, light] = [shadeAt(CLIPPED), shadeAt(1 - CLIPPED)];
  if (light - dark < 16) return;
  const table = Uint8ClampedArray.from(counts, (_, shade) => ((shade - dark) * 255) / (light - dark));
  for (let at = 0; at < gray.length; at += 1) gray[at] = table[gray[at] ?? 0] ?? 0;
}

/** How bright a pixel looks (ITU-R BT.601), over white where it is transparent. */
function writeGray(pixels: Uint8ClampedArray, gray: Uint8Array): void {
  for (let at = 0, from = 0; at < gray.length; at += 1, from += 4) {
    const red = pixels[from] ?? 0;
    const green = pixels[from + 1] ?? 0;
    const blue = pixels[from + 2] ?? 0;
    const alpha = pixels[from + 3] ?? 0;
    gray[at] = 255 - ((255 - (red * 299 + green * 587 + blue * 114) / 1000) * alpha) / 255;
  }
}

/**
 * A picture of four bytes a pixel as a binary PGM file (https://netpbm.sourceforge.net/doc/pgm.html), in gray and with
 * its contrast stretched.
 */
export function encodePgm(pixels: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + width * height);
  file.set(head);
  const gray = file.subarray(head.length);
  writeGray(pixels, gray);
  stretchContrast(gray);
  return file;
}
