import { createHash } from 'node:crypto';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import { isAllowedAddress } from '#server/config/setting-kinds.ts';
import type { AppContext } from '#server/context.ts';
import { isSameSecret } from '#server/infra/secret.ts';
import type { ThreadTurn } from '#server/infra/thread-pool.ts';
import { composeApplePass } from '#server/sharing/wallet/apple-pass.ts';
import type { PassFiles } from '#server/sharing/wallet/apple-signer.ts';
import { passIdOf } from '#server/sharing/wallet/google/google-object.ts';
import type { PassedCard } from '#server/sharing/wallet/pass-facts.ts';
import { labelFiles } from '#server/sharing/wallet/pass-labels.ts';
import { renderMark } from '#site/render.tsx';

/**
 * Apple Wallet passes of cards: of each card one for its owner and one, shared, for visitors. Whoever has a pass can
 * read its token, and could otherwise unregister the owner's devices; and the owner's stays valid when visitors are
 * given none.
 */

export type PassHolder = 'owner' | 'visitor';

/** No id of a card contains a full stop. */
const VISITORS = '.visitor';

export const serialOf = (card: Pick<PassedCard, 'id' | 'passRound'>, holder: PassHolder): string =>
  holder === 'owner' ? passIdOf(card) : passIdOf(card) + VISITORS;

export function readSerial(serial: string): { cardId: string; passRound: number; holder: PassHolder } {
  const holder = serial.endsWith(VISITORS) ? 'visitor' : 'owner';
  const [cardId = '', round = '0'] = serial.replace(VISITORS, '').split('.');
  return { cardId, passRound: Number(round), holder };
}

/** A device's proof that it has the pass. Each version of the pass carries the same. */
const tokenOf = ({ keyedHash }: AppContext, serial: string): string =>
  keyedHash('apple wallet pass', serial).toString('base64url');

export const isTokenOf = (app: AppContext, serial: string, token: string): boolean =>
  isSameSecret(Buffer.from(token), Buffer.from(tokenOf(app, serial)));

/** True if devices may be told to ask at this origin: over https, or on this machine. */
export const takesDevices = (origin: string): boolean => isAllowedAddress(origin);

/** The pass.json of a card's pass; `origin` is where the product is served. */
export async function preparePass(app: AppContext, card: PassedCard, holder: PassHolder, origin: string) {
  const serial = serialOf(card, holder);
  return composeApplePass(card, `${origin}/card/${card.id}`, {
    serial,
    certificate: await app.apple.certificate(),
    service: takesDevices(origin) ? { url: `${origin}/api/wallet/apple`, token: tokenOf(app, serial) } : null,
  });
}

async function composeFiles(app: AppContext, card: PassedCard, json: string): Promise<PassFiles> {
  const pictures = await app.pictures.run(
    'pass',
    {
      photo: await readOwnMedia(app, card.profileImage),
      logo: await readOwnMedia(app, card.companyLogo),
      mark: renderMark(),
    },
    { lane: 'page', key: card.id, name: 'the pictures of this card' },
  );
  return { 'pass.json': Buffer.from(json), ...labelFiles(), ...pictures };
}

/** The signed pass. The same content is signed once, as long as it is kept. */
export async function signedPass(
  app: AppContext,
  { card, holder, origin }: { card: PassedCard; holder: PassHolder; origin: string },
  turn: ThreadTurn,
): Promise<Buffer> {
  const json = JSON.stringify(await preparePass(app, card, holder, origin));
  const version = createHash('sha256')
    .update(JSON.stringify([json, card.profileImage, card.companyLogo]))
    .digest('base64');
  return app.apple.signed(`${card.id} ${version}`, turn, () => composeFiles(app, card, json));
}
