import sharp from 'sharp';
import { expect } from 'vitest';
import { signUp } from '#test/factories.ts';
import { svgOfPdf } from '#test/pdf-drawing.ts';
import type { TestServer } from '#test/server.ts';

/** Codes as their owner downloads them, for tests that read them. */

export const STRAIN = {
  name: 'Work',
  fullName: 'Zoë “Ada” O’Neil 山田',
  jobTitle: 'Head of Analysis & Söhne',
  company: 'Analytical Engines Limited',
  primaryEmail: 'zoe.oneil@analytical-engines.example.com',
  primaryPhone: '+44 20 7946 0000',
};

/** A person whose card has a busy photo and a wide logo. */
export async function signUpWithPictures(server: TestServer) {
  const { call } = await signUp(server, STRAIN.fullName);
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  const picture = async (width: number, height: number) =>
    `data:image/png;base64,${(
      await sharp({ create: { width, height, channels: 3, background: '#555', noise } })
        .png()
        .toBuffer()
    ).toString('base64')}`;
  const { status, body } = await call('POST', '/api/cards', {
    ...STRAIN,
    profileImage: await picture(300, 400),
    companyLogo: await picture(500, 120),
  });
  expect(status).toBe(200);
  return { call, cardId: String(body.id) };
}

export interface Download {
  path: string;
  query: string;
  toPicture(bytes: Buffer): Promise<Buffer>;
}

/** The downloads of the screen: what each is asked for, and what it looks like as a picture. */
export const DOWNLOADS: readonly Download[] = [
  { path: 'code.png', query: 'size=300', toPicture: async (bytes: Buffer) => bytes },
  { path: 'code.png', query: 'size=2048', toPicture: async (bytes: Buffer) => bytes },
  {
    path: 'code.svg',
    query: '',
    toPicture: (bytes: Buffer) => sharp(bytes, { density: 150 }).png().toBuffer(),
  },
  {
    path: 'code.pdf',
    query: '',
    toPicture: (bytes: Buffer) =>
      sharp(Buffer.from(svgOfPdf(bytes)), { density: 200 })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer(),
  },
];
