import sharp from 'sharp';
import { signUp } from '#test/factories.ts';
import { openTestServer } from '#test/server.ts';
import { startS3Server } from './s3-server.ts';

/** The real app with its files in a bucket, and somebody who is signed in. */

export type BucketServer = Awaited<ReturnType<typeof openBucketServer>>;

export async function openBucketServer(now?: () => Date) {
  const s3 = await startS3Server();
  const { server, stop } = await openTestServer({ env: s3.env, now });
  const { call } = await signUp(server);
  return {
    ...{ s3, server, call },
    inBucket: (name: string) => s3.objects.has(`some/where/media/${name}`),
    async close() {
      await stop();
      await s3.away();
    },
  };
}

let shades = 0;

/** A picture like no other. */
export function newPicture() {
  shades += 1;
  const background = { r: 40 * Math.floor(shades / 20), g: 12 * (shades % 20), b: 75 };
  return sharp({ create: { width: 900, height: 900, channels: 3, background } });
}
