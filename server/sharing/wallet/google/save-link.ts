import type { CardRow } from '#server/cards/cards/cards.ts';
import type { GoogleWalletSettings } from '#server/config/google-settings.ts';
import { composeGoogleClass, objectIdOf } from '#server/sharing/wallet/google/google-object.ts';
import { composeShortObject } from '#server/sharing/wallet/google/short-object.ts';

/** Save links (developers.google.com/wallet, "Google Wallet API JWT"): opening one offers the pass. */

const SAVE = 'https://pay.google.com/gp/v/save/';
/** Longer links may be cut by browsers and mail programs, says Google. */
const LENGTH_MAX = 1_799;
const HEADER = { alg: 'RS256', typ: 'JWT' } as const;

type Signer = Pick<GoogleWalletSettings, 'issuerId' | 'email' | 'key'>;

/** The link to an object that was put through the API. */
export function linkToObject(signer: Signer, link: string, passId: string, now: Date): Promise<string> {
  // With more than the id, Google would take it for a whole object.
  const object = { id: objectIdOf(signer.issuerId, passId) };
  return signClaims(signer, composeClaims(signer, link, { genericObjects: [object] }, now));
}

/** A link that contains a short object, for which Google need not know the card. */
export function linkWithObject(
  signer: Signer,
  link: string,
  { card, isFollowed }: { card: CardRow; isFollowed: boolean },
  now: Date,
): Promise<string> {
  const genericClasses = [composeGoogleClass(signer.issuerId)];
  const build = (hasOrigins: boolean) => {
    const withObjects = (genericObjects: object[]) =>
      composeClaims(signer, link, { genericClasses, genericObjects }, now, hasOrigins);
    const room = roomIn(signer, withObjects([]));
    const fits = (object: object) => bytesOf(object) <= room;
    const object = composeShortObject(card, link, { issuerId: signer.issuerId, isFollowed }, fits);
    return { claims: withObjects([object]), isShort: fits(object) };
  };
  const usual = build(true);
  // Only Google's own button insists on `origins`.
  return signClaims(signer, (usual.isShort ? usual : build(false)).claims);
}

function composeClaims({ email }: Signer, link: string, payload: object, now: Date, hasOrigins = true) {
  return {
    iss: email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    ...(hasOrigins ? { origins: [new URL(link).origin] } : {}),
    payload,
  };
}

/** How many characters base64url takes for this many bytes. */
const encodedLength = (bytes: number) => Math.ceil((bytes * 4) / 3);
const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value));

/** How many bytes of JSON may be added to the claims before the link, which need not be signed for this, is too long. */
function roomIn({ key }: Signer, claims: object): number {
  const signature = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const others = [SAVE.length, encodedLength(bytesOf(HEADER)), encodedLength(signature), '..'.length];
  const characters = others.reduce((left, length) => left - length, LENGTH_MAX);
  return Math.floor((characters * 3) / 4) - bytesOf(claims);
}

async function signClaims({ key }: Signer, claims: ReturnType<typeof composeClaims>): Promise<string> {
  const { SignJWT } = await import('jose');
  return SAVE + (await new SignJWT(claims).setProtectedHeader(HEADER).sign(key));
}
