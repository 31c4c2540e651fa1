import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** An authenticator in software that makes and answers with a passkey (Web Authentication, sections 6.1 and 6.5). */

export interface Authenticator {
  id: string;
  counter: number;
  /** A browser's message from `origin` after making the passkey. */
  create(options: Options, origin: string): object;
  /** Its answer to a challenge; `flaws` are a cheat's changes. */
  get(options: Options, origin: string, flaws?: Flaws): object;
}

interface Options {
  challenge: string;
  user?: { id: string };
}
interface Flaws {
  counter?: number;
  userHandle?: string | undefined;
  isUnlocked?: boolean;
  rpId?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const clientDataOf = (type: string, { challenge }: Options, origin: string) =>
  JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false });

function writeAuthData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

export function createAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let handle: string | undefined;
  // COSE_Key of an ES256 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9052, section 7).
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const authenticator: Authenticator = {
    id: base64url(id),
    counter: 0,
    create(options, origin) {
      handle = options.user?.id;
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL;
      const authData = Buffer.concat([writeAuthData(new URL(origin).hostname, flags, 0), credential]);
      const attestation = Buffer.concat([
        head(5, 3),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        head(5, 0),
        cborText('authData'),
        cborBytes(authData),
      ]);
      const clientDataJSON = base64url(clientDataOf('create', options, origin));
      const response = {
        clientDataJSON,
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response };
    },
    get(options, origin, flaws = {}) {
      authenticator.counter += 1;
      const counter = flaws.counter ?? authenticator.counter;
      const flags = USER_PRESENT | (flaws.isUnlocked === false ? 0 : USER_VERIFIED);
      const authData = writeAuthData(flaws.rpId ?? new URL(origin).hostname, flags, counter);
      const clientData = clientDataOf('get', options, origin);
      const signed = Buffer.concat([authData, sha256(clientData)]);
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(createSign('sha256').update(signed).sign(privateKey)),
        userHandle: 'userHandle' in flaws ? flaws.userHandle : handle,
      };
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response };
    },
  };
  return authenticator;
}
