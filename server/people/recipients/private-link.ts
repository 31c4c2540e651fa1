import type { AppContext } from '#server/context.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { isSameSecret } from '#server/infra/secret.ts';

/**
 * The private link of somebody who left their details: whoever has it may see, correct and withdraw them. It names the
 * contact or lead and carries a keyed hash of that name, so nothing has to be stored, and nobody can make one. So it
 * cannot be revoked except by deleting the person, and another secret of the server ends all links.
 */

export const PRIVATE_PATH = '/your-details';

type Keys = Pick<AppContext, 'keyedHash'>;

const markOf = ({ keyedHash }: Keys, id: string): Buffer => keyedHash('private page', id);

/** The absolute address of the page. */
export const privateUrl = (app: Keys & Pick<AppContext, 'config'>, id: string): string =>
  `${originOf(app.config)}${PRIVATE_PATH}/${id}.${markOf(app, id).toString('base64url')}`;

/** The id that a token is for; null if we did not make it. */
export function idInToken(app: Keys, token: string): string | null {
  const [, id, mark] = /^([A-Za-z0-9_-]{1,40})\.([A-Za-z0-9_-]{20,100})$/.exec(token) ?? [];
  if (id === undefined || mark === undefined) return null;
  return isSameSecret(Buffer.from(mark, 'base64url'), markOf(app, id)) ? id : null;
}
