import { SHARED_DETAILS, type SharedDetail } from '#shared/cards/card-fields.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import type { DetailChange } from './offer.ts';

/** A number without what is only there for the eye; words that are no number as they are. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '') || phone;

/** True if two values mean the same, however they are typed. */
export function isSameDetail(detail: SharedDetail, one: string, other: string): boolean {
  switch (detail) {
    case 'phone':
      return digitsOf(one) === digitsOf(other);
    case 'email':
      return one.toLowerCase() === other.toLowerCase();
    case 'company':
      return one === other;
  }
}

/** The numbers, addresses and the company that a save replaced; those that only moved to another field were not. */
export function findDetailChanges(before: SeenCard, after: SeenCard): DetailChange[] {
  const changes: DetailChange[] = [];
  for (const detail of Object.keys(SHARED_DETAILS) as SharedDetail[]) {
    const names = SHARED_DETAILS[detail];
    for (const name of names) {
      const [from, to] = [before[name], after[name]];
      if (!from || !to) continue;
      const isFrom = (value: string | null) => value !== null && isSameDetail(detail, value, from);
      if (names.some((one) => isFrom(after[one]))) continue;
      if (changes.some((change) => change.detail === detail && isFrom(change.from))) continue;
      const { [name]: fromE164 } = before.phonesE164 as Partial<Record<string, string>>;
      changes.push({ detail, from, fromE164, to });
    }
  }
  return changes;
}
