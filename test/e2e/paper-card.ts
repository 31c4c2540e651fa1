import sharp from 'sharp';

const LINES: [x: number, y: number, size: number, text: string][] = [
  [70, 110, 52, 'Anna Berg'],
  [640, 110, 24, 'Since 1923'],
  [70, 165, 32, 'Head of Sales'],
  [70, 260, 36, 'Northwind Traders Inc.'],
  [70, 350, 28, 'Office +1 (415) 555-0142'],
  [70, 395, 28, 'Mobile +1 (415) 555-0199'],
  [70, 440, 28, 'anna.berg@northwind.com'],
  [70, 485, 28, 'www.northwind.com'],
  [70, 530, 28, '1200 Harbor Blvd, San Francisco, CA 94105'],
];

export const GERMAN_CARD: typeof LINES = [
  [70, 110, 52, 'Käthe Großmann'],
  [70, 165, 32, 'Leiterin Vertrieb'],
  [70, 260, 36, 'Müller &amp; Söhne GmbH'],
  [70, 350, 28, 'Telefon +49 89 5550142'],
  [70, 440, 28, 'k.grossmann@mueller-soehne.de'],
  [70, 530, 28, 'Hauptstraße 5, 80331 München'],
];

/** A picture of a printed card, as PNG. */
export function drawPaperCard(lines = LINES): Promise<Buffer> {
  const texts = lines.map(
    ([x, y, size, text]) => `<text x="${x}" y="${y}" font-size="${size}">${text}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1050" height="600" font-family="sans-serif" fill="#222">
    <rect width="1050" height="600" fill="#f5f1e8"/>${texts.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
