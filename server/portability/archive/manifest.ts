import { hash } from 'node:crypto';
import { isSameSecret, type KeyedHash } from '#server/infra/secret.ts';

/**
 * The last file of an account's archive: the SHA-256 of every other file, and the signature of the server that wrote it.
 * Only that server can check it (docs/decisions/269).
 */

export const MANIFEST_FILE = 'manifest.json';
export const ACCOUNT_FILE = 'goldleaf.json';
export const ARCHIVE_FORMAT = 'goldleaf-account';
/** Raised when an older release could no longer read what we write. */
export const ARCHIVE_VERSION = 1;

export const FROM_NEWER = 'This archive is from a newer version of Goldleaf that isn’t supported here yet.';

export interface Manifest {
  format: string;
  version: number;
  /** ISO 8601. */
  writtenAt: string;
  /** The account it was written for; the address only if it was confirmed. */
  account: { id: string; email: string | null };
  /** By the names of the files: SHA-256, in lower-case hexadecimal. */
  files: Record<string, string>;
}

/** The signed value: SHA-256 of the manifest without its signature, in lower-case hexadecimal. */
export const digestOf = ({ format, version, writtenAt, account: { id, email }, files }: Manifest): string =>
  hash('sha256', JSON.stringify([format, version, writtenAt, id, email, Object.entries(files)]), 'hex');

interface Signer {
  keyedHash: KeyedHash;
}

const signManifest = ({ keyedHash }: Signer, digest: string): string =>
  keyedHash('account-archive', digest).toString('base64url');

/** The text of the file. */
export const manifestText = (signer: Signer, manifest: Manifest): string =>
  JSON.stringify({ ...manifest, signature: signManifest(signer, digestOf(manifest)) }, null, 1);

/** True if this server signed what has this digest. */
export const isSignedHere = (signer: Signer, digest: string, signature: string): boolean =>
  isSameSecret(Buffer.from(signature), Buffer.from(signManifest(signer, digest)));
