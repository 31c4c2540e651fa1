import { createHash } from 'node:crypto';
import { type BackupManifest, signedManifest } from './format.ts';

const hashOf = (manifest: unknown) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** The text of the last entry: the manifest, and its own hash beside it. */
export const signBackup = (manifest: BackupManifest): string =>
  JSON.stringify({ manifest, sha256: hashOf(manifest) });

/** The manifest in such a text, or null if it was changed. */
export function readSigned(text: string): BackupManifest | null {
  try {
    const read: unknown = JSON.parse(text);
    const { manifest, sha256 } = signedManifest.parse(read);
    // As it was written: parsing puts the keys in another order.
    return hashOf(Reflect.get(Object(read), 'manifest')) === sha256 ? manifest : null;
  } catch {
    return null;
  }
}
