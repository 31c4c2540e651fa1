import { createDecipheriv, createECDH, createHmac, randomBytes, webcrypto } from 'node:crypto';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * A push service (RFC 8030) and its browsers on a loopback address, which can refuse, fall silent, redirect or never stop
 * talking. It reads messages as browsers do: signed (RFC 8292) and encrypted (RFC 8291).
 */

/** The reaction to the next message to an address. */
export type Mood =
  | { status: number; headers?: Record<string, string>; afterMs?: number }
  | 'be silent'
  | 'never stop talking';

export interface Shown {
  browser: string;
  words: { title: string; body: string; path: string; tag: string };
  headers: http.IncomingHttpHeaders;
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const hash = createHmac('sha256', key);
  for (const part of parts) hash.update(part);
  return hash.digest();
};
/** HKDF with an output of one block. */
const expand = (key: Buffer, info: Buffer | string, length: number): Buffer =>
  hmac(key, info, Buffer.from([1])).subarray(0, length);

/** The text of a message with one record: RFC 8188, section 2, with the keys of RFC 8291, section 3.4. */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + idLength);
  const text = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const secret = expand(hmac(auth, keys.computeSecret(theirs)), info, 32);
  const prk = hmac(salt, secret);
  const key = expand(prk, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = expand(prk, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(text.subarray(-16));
  const padded = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** True if the message is signed for this service with the key that browsers subscribed with. */
async function isSigned(header: string, origin: string, publicKey: string): Promise<boolean> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const isCurrent = exp * 1000 > Date.now() && exp * 1000 < Date.now() + 24 * 3_600_000;
  if (key !== publicKey || aud !== origin || !isCurrent || !/^(?:mailto:|https:)/.test(sub)) return false;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const imported = await webcrypto.subtle.importKey('raw', Buffer.from(key, 'base64url'), algorithm, false, [
    'verify',
  ]);
  const text = Buffer.from(`${head}.${claims}`);
  return webcrypto.subtle.verify(
    { ...algorithm, hash: 'SHA-256' },
    imported,
    Buffer.from(signature, 'base64url'),
    text,
  );
}

export async function startPushServer() {
  const browsers = new Map<
    string,
    { keys: ReturnType<typeof createECDH>; auth: Buffer; publicKey: string }
  >();
  const moods = new Map<string, Mood[]>();
  const shown: Shown[] = [];
  const seen: string[] = [];
  const silent = new Set<ServerResponse>();
  const server = http.createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push(name);
    const mood = moods.get(name)?.shift();
    if (mood === 'be silent') return void silent.add(response);
    if (mood === 'never stop talking') {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => clearInterval(timer));
      return;
    }
    const browser = browsers.get(name);
    if (mood) {
      if (mood.afterMs) await setTimeout(mood.afterMs);
      return response.writeHead(mood.status, mood.headers).end();
    }
    if (!browser) return response.writeHead(410).end();
    if (!(await isSigned(request.headers.authorization ?? '', url, browser.publicKey))) {
      return response.writeHead(403).end();
    }
    const words = JSON.parse(decrypt(Buffer.concat(chunks), browser.keys, browser.auth));
    shown.push({ browser: name, words, headers: request.headers });
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    shown,
    /** The address of every message that arrived. */
    seen,
    /** How the next messages to a browser are received, one each; without any, all are shown. */
    moods,
    /** A browser that subscribes with our key: what `PushSubscription.toJSON()` gives. */
    subscribe(name: string, publicKey: string) {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { keys, auth, publicKey });
      return {
        endpoint: `${url}/${name}`,
        keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
      };
    },
    unsubscribe: (name: string) => browsers.delete(name),
    /** Ends the connections on which it is silent. */
    hangUp: () => {
      for (const response of silent) response.destroy();
      silent.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
