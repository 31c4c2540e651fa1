import type { BodyOf } from '#app/frame/api/call.ts';

/** To whom a card shall go, as it is typed. */
export interface Typed {
  way: 'new' | 'member' | 'none';
  fullName: string;
  email: string;
  userId: string;
  isNamed: boolean;
}

export const NOT_TYPED: Typed = { way: 'new', fullName: '', email: '', userId: '', isNamed: false };

type Choice = BodyOf<'POST /api/teams/{id}/cards/{cardId}/succession'>;

/** The choice that was typed, or, by field, what is missing. */
export function readSuccessor({
  way,
  fullName,
  email,
  userId,
  isNamed,
}: Typed): Choice | { missing: Record<string, string> } {
  if (way === 'none') return { successor: null, isNamed: false };
  if (way === 'member') {
    return userId ? { successor: { userId }, isNamed } : { missing: { userId: 'Choose a member.' } };
  }
  const missing = {
    ...(fullName.trim() ? {} : { fullName: 'Enter a name.' }),
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: 'Enter an email address.' }),
  };
  if (Object.keys(missing).length > 0) return { missing };
  return { successor: { fullName: fullName.trim(), email: email.trim() }, isNamed };
}
