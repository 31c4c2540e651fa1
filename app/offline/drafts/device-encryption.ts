/** Text encrypted on this device with the account's key (AES-GCM), as drafts and contacts that wait are kept. */

const IV_BYTES = 12;
export const ALGORITHM = 'AES-GCM';

export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** "IV SECRET", both base64. */
export async function encryptContent(key: CryptoKey, content: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(content));
  const secret = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, plain));
  return `${toText(iv)} ${toText(secret)}`;
}

/** The content sealed with this key; null for another account's, or for text that we did not write. */
export async function decryptContent<Content>(key: CryptoKey, sealed: string): Promise<Content | null> {
  const [iv = '', secret = ''] = sealed.split(' ');
  try {
    const plain = await crypto.subtle.decrypt({ name: ALGORITHM, iv: toBytes(iv) }, key, toBytes(secret));
    return JSON.parse(new TextDecoder().decode(plain)) as Content;
  } catch {
    return null;
  }
}
