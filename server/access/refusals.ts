import { AppError } from '#shared/contract/errors.ts';

/**
 * The errors for requests that are not allowed. If the very existence of a resource is private, the error is "not
 * found".
 */

const NOT_FOUND = {
  card: "This business card doesn't exist or has been removed.",
  draft: 'This draft is gone already.',
  tag: 'This tag is not in the list of this card, or no longer.',
  contact: 'This contact is not in your list, or no longer.',
  note: 'This note has been deleted already.',
  contactTag: 'There is no such tag, or no longer.',
  filter: 'This filter has been deleted already.',
  operation: 'This can no longer be undone.',
  contactImport: 'This import is not in your list, or no longer.',
  accountImport: 'This import is not in your list, or no longer.',
  contactLink: 'This offer was taken back, or has ended.',
  lead: 'This lead is not in your list, or no longer.',
  submission: 'This no longer waits to be reviewed.',
  review: 'This can no longer be undone.',
  block: 'This sender is not blocked, or no longer.',
  passkey: 'This passkey has been removed already.',
  device: 'This device shows no notices any more.',
  reminder: 'This reminder is gone, or you were reminded already.',
  session: 'This session has ended already.',
  linkedIdentity: 'This sign-in is no longer linked to your account.',
};

/** The 404 for what does not exist, or not for this requester. */
export const notFound = (kind: keyof typeof NOT_FOUND): AppError =>
  new AppError('not_found', NOT_FOUND[kind]);

/** The 403 for a card that everyone may see but only its owner may change. */
export const notYours = (): AppError => new AppError('forbidden', 'This card belongs to someone else.');

const asSentence = (text: string): string => (/[.!?…。！？]\s*$/u.test(text) ? text : `${text.trimEnd()}.`);

/** The 403 for whatever a suspended account may not do. `message`: what the administrator tells its owner. */
export const suspended = ({ suspensionMessage }: { suspensionMessage: string | null }): AppError =>
  new AppError(
    'suspended',
    [
      'This account is suspended.',
      suspensionMessage && asSentence(suspensionMessage),
      'You can still export your data and delete the account.',
    ]
      .filter(Boolean)
      .join(' '),
  );

export const signedOut = (): AppError => new AppError('signed_out', 'Please sign in first.');
