import fs from 'node:fs/promises';

/** Makes the names in a folder durable, as after a rename. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
