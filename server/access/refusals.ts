import {
  type AccessScope,
  type AccountRole,
  type ActionOn,
  isInScope,
  mayAs,
  type ObjectKind,
} from '#server/access/rules.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * The errors for requests that are not allowed. If the very existence of a resource is private, the error is "not
 * found".
 */

const NOT_FOUND = {
  card: "This business card doesn't exist or has been removed.",
  cardVersion: 'This version of the card isn’t kept anymore.',
  draft: 'This draft no longer exists.',
  tag: 'This tag no longer exists.',
  contact: 'This contact doesn’t exist or was deleted.',
  note: 'This note was already deleted.',
  contactTag: 'This tag doesn’t exist or was removed.',
  filter: 'This view was already deleted.',
  operation: 'This can’t be undone anymore.',
  contactImport: 'This import doesn’t exist or was removed.',
  accountImport: 'This import doesn’t exist or was removed.',
  contactLink: 'This offer was withdrawn or has ended.',
  lead: 'This lead doesn’t exist or was deleted.',
  submission: 'This was already reviewed.',
  review: 'This can’t be undone anymore.',
  block: 'This sender was already unblocked.',
  passkey: 'This passkey was already removed.',
  device: 'Notifications are already off on this device.',
  reminder: 'This reminder was deleted or already sent.',
  session: 'This session has already ended.',
  team: 'This team doesn’t exist, or you aren’t in it.',
  teamMember: 'This person isn’t in the team.',
  invite: 'This invite was revoked.',
  teamList: 'This list doesn’t exist or was removed.',
  succession: 'This card was put back, or it never changed hands.',
  leaver: 'This person is back in the team, or left it too long ago.',
  linkedIdentity: 'This sign-in is no longer linked to your account.',
};

/** The 404 for what does not exist, or not for this requester. */
export const notFound = (kind: keyof typeof NOT_FOUND): AppError =>
  new AppError('not_found', NOT_FOUND[kind]);

/** The credential of the call was made for other things. */
export const outOfScope = () => new AppError('forbidden', 'These credentials don’t allow that.');

/** The 403 for a team admin without the two-step verification that the team requires. */
export const needsTwoStep = (): AppError =>
  new AppError(
    'two_step_required',
    'This team requires two-step verification of its team admins. Turn it on in Settings, under Sign-in & security.',
  );

/** The caller's credential does not open it, or, if it does, their part in a team does not allow it. */
export function refusalOf<K extends ObjectKind>(
  { scope, role }: { scope: AccessScope; role: AccountRole },
  kind: K,
  action: ActionOn<K>,
): AppError {
  if (!isInScope(scope, kind, action)) return outOfScope();
  if (role === 'restingAdmin' && mayAs({ scope, role: 'teamAdmin' }, kind, action)) return needsTwoStep();
  return new AppError('forbidden', 'Your role in this team doesn’t allow that.');
}

/** The 403 for a card that everyone may see but only its owner may change. */
export const notYours = (): AppError => new AppError('forbidden', 'This card belongs to someone else.');

/** The 409 for a team that waits to be deleted for good. */
export const deletedTeam = (): AppError =>
  new AppError('conflict', 'This team was deleted. Its owner can restore it for 30 days.');

const asSentence = (text: string): string => (/[.!?…。！？]\s*$/u.test(text) ? text : `${text.trimEnd()}.`);

/** The 403 for whatever a suspended account may not do. `message`: what the administrator tells its owner. */
export const suspended = ({ suspensionMessage }: { suspensionMessage: string | null }): AppError =>
  new AppError(
    'suspended',
    [
      'This account is suspended.',
      suspensionMessage && asSentence(suspensionMessage),
      'You can still export your data and delete your account.',
    ]
      .filter(Boolean)
      .join(' '),
  );

/** The 403 for what nobody may do for a suspended team. `suspensionMessage`: as for a suspended account. */
export const suspendedTeam = ({ suspensionMessage }: { suspensionMessage: string | null }): AppError =>
  new AppError(
    'forbidden',
    [
      'This team is suspended, so nothing in it can be changed.',
      suspensionMessage && asSentence(suspensionMessage),
      'Its owner can still export and delete it.',
    ]
      .filter(Boolean)
      .join(' '),
  );

export const signedOut = (): AppError => new AppError('signed_out', 'Please sign in first.');
