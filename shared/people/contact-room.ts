/** How many contacts and leads an account may have, and how many bytes of them: while it pays, and otherwise. */
export const CONTACT_ROOM = {
  paying: { people: 500_000, bytes: 1024 ** 3 },
  trial: { people: 25_000, bytes: 50 * 1024 * 1024 },
} as const;
/** A team that pays has as much as a person, or a hundredth of that for each card that somebody holds: 5,000 people. */
export const CARDS_OF_ROOM = 100;
/** True if subscribing would give this account more. */
export const canGrow = ({ peopleMax }: { peopleMax: number }): boolean =>
  peopleMax < CONTACT_ROOM.paying.people;
/** Of which shares of it, in percent, the owner is told, by mail and on the screen. */
export const CONTACT_USE_TOLD = [90, 100] as const;
