import { describe, expect, it } from 'vitest';
import type { Account } from '#shared/accounts/account.ts';
import type { Card } from '#shared/cards/cards.ts';
import { findDetailChanges } from './detail-changes.ts';
import { findAccountNumber, findCardPlaces, hasOldAddress } from './places.ts';

const card = (fields: Partial<Card>) =>
  ({
    id: 'work',
    primaryPhone: null,
    secondaryPhone: null,
    workPhone: null,
    primaryEmail: null,
    secondaryEmail: null,
    workEmail: null,
    company: null,
    phonesE164: {},
    ...fields,
  }) as Card;

describe('The details that a save replaced', () => {
  it('are those that are gone from the card', () => {
    const before = card({ primaryPhone: '+1 202 555 0142', company: 'Acme', workEmail: 'ada@old.example' });
    const after = card({ primaryPhone: '+1 303 555 0199', company: 'Acme', workEmail: null });
    expect(findDetailChanges(before, after)).toEqual([
      { detail: 'phone', from: '+1 202 555 0142', fromE164: undefined, to: '+1 303 555 0199' },
    ]);
  });

  it('are none if a value moved to another field, or is only typed otherwise', () => {
    const before = card({ primaryPhone: '+1 202 555 0142', primaryEmail: 'Ada@example.com' });
    const moved = card({
      primaryPhone: '+1 303 555 0199',
      workPhone: '+1 (202) 555-0142',
      primaryEmail: 'ada@example.com',
    });
    expect(findDetailChanges(before, moved)).toEqual([]);
  });
});

describe('The places of an old detail', () => {
  const offer = {
    cardId: 'work',
    changes: [
      { detail: 'phone', from: '+1 202 555 0142', fromE164: '+12025550142', to: '+1 303 555 0199' },
      { detail: 'email', from: 'ada@old.example', fromE164: undefined, to: 'ada@new.example' },
    ] as const,
  };
  const asked = { ...offer, changes: [...offer.changes] };

  it('are the fields of the other cards that have it, however it is typed', () => {
    const found = findCardPlaces(asked, [
      card({ primaryPhone: '+1 202 555 0142' }),
      card({
        id: 'board',
        workPhone: '(202) 555-0142',
        phonesE164: { workPhone: '+12025550142' },
        primaryEmail: 'ADA@old.example',
      }),
      card({ id: 'talks', primaryPhone: '+1 404 555 0100' }),
    ]);
    expect(found).toMatchObject([
      {
        card: { id: 'board' },
        fields: { workPhone: '+1 303 555 0199', primaryEmail: 'ada@new.example' },
        labels: ['Work phone', 'Email'],
      },
    ]);
  });

  it('are the account’s number, and its address, which has a confirmation of its own', () => {
    const account = (phoneNumber: string | null, email: string) =>
      ({ settings: { phoneNumber }, user: { email } }) as Account;
    expect(findAccountNumber(asked, account('+1 (202) 555 0142', ''))).toBe('+1 303 555 0199');
    expect(findAccountNumber(asked, account(null, ''))).toBeUndefined();
    expect(hasOldAddress(asked, account(null, 'ada@old.example'))).toBe(true);
    expect(hasOldAddress(asked, account(null, ''))).toBe(false);
  });
});
