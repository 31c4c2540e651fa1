import type { App } from '#server/context.ts';

/** All bytes of a stored file, or null when there is none. */
export async function readBlob(app: App, name: string): Promise<Buffer | null> {
  if ((await app.blobs.sizeOf(name)) === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of app.blobs.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
