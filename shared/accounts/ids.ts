import { z } from '#shared/contract/zod.ts';

/**
 * Whose something is. Both are ids of rows of `users`, and one text for a person's own account; but a team is an account
 * and no person. Neither is taken where the other is expected, nor is any other text.
 */

/** Of whoever has cards, contacts and a subscription. */
export const accountId = z.string().brand<'AccountId'>();
export type AccountId = z.output<typeof accountId>;

/** Of whoever signs in, is mailed and acts. */
export const personId = z.string().brand<'PersonId'>();
export type PersonId = z.output<typeof personId>;

/** The account that is a person's own: its id is theirs. */
export const accountOf = <Person extends { id: PersonId }>(
  person: Person,
): Omit<Person, 'id'> & { id: AccountId } => ({ ...person, id: accountId.parse(person.id) });
