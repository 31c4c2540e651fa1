import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Due, User } from '#shared/accounts/account.ts';
import { listNotices, type NoticeFacts, type NoticePlace } from './list-notices.ts';
import { wordsOf } from './notice-words.ts';
import { closedName } from './use-closed.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const QUIET: Due = {
  failedPayment: null,
  hasEverPaid: false,
  isPaidByTeam: false,
  isConfirmationDue: false,
  unreviewed: 0,
  hasContacts: true,
  contactsFull: 0,
  event: null,
  nextReminder: null,
  teams: [],
};

function factsOf(user: Partial<User>, due: Partial<Due> = {}, emailRefusedAt: string | null = null) {
  const whole = { email: 'ada@example.com', pendingEmail: null, subscriptionStatus: 'active', ...user };
  return { user: whole as User, due: { ...QUIET, ...due }, emailRefusedAt } satisfies NoticeFacts;
}
const NO_DEVICE = { waiting: 0, canAskForPush: false };
const kindsOf = (facts: NoticeFacts, place: NoticePlace, device = NO_DEVICE) =>
  listNotices(facts, device, place, NOW);

const EVERYTHING = factsOf(
  { subscriptionStatus: 'trial', trialEndsAt: '2026-11-26T12:00:00Z', pendingEmail: 'new@example.com' },
  {
    failedPayment: { accessEndsAt: null },
    unreviewed: 2,
    contactsFull: 90,
    event: { name: 'Harbor Expo', place: null, endsAt: '2026-11-24T18:00:00Z' },
    nextReminder: { contactName: 'Grace Hopper', at: '2026-11-30T09:00:00Z' },
  },
  '2026-11-20T12:00:00Z',
);

afterEach(() => void vi.unstubAllGlobals());

describe('The notices', () => {
  it('stand in the order of what they cost', () => {
    expect(kindsOf(EVERYTHING, 'contacts tab', { waiting: 1, canAskForPush: true })).toEqual([
      'payment',
      'refused',
      'trial',
      'waiting',
      'unreviewed',
      'full',
      'event',
      'pending',
      'reminder',
      'push',
    ]);
  });

  it('are only on the screens that they are about', () => {
    expect(kindsOf(EVERYTHING, 'elsewhere')).toEqual(['payment', 'refused', 'trial', 'unreviewed']);
    expect(kindsOf(EVERYTHING, 'contacts')).not.toContain('pending');
    expect(kindsOf(EVERYTHING, 'dashboard')).not.toContain('reminder');
  });

  it('put a trial with days left behind what waits, on the dashboard alone', () => {
    const trial = factsOf(
      { subscriptionStatus: 'trial', trialEndsAt: '2026-12-05T12:00:00Z' },
      { unreviewed: 1, isConfirmationDue: true },
    );
    expect(kindsOf(trial, 'dashboard')).toEqual(['unreviewed', 'trial', 'confirm']);
    expect(kindsOf(trial, 'contacts')).toEqual(['unreviewed']);
  });

  it('say why access ended, and which address was taken away', () => {
    const expired = factsOf({ subscriptionStatus: 'expired', email: '' }, { hasEverPaid: true });
    expect(kindsOf(expired, 'elsewhere')).toEqual(['expired', 'address']);
    expect(wordsOf('expired', expired, NO_DEVICE)).toMatchObject({
      title: 'Subscription Required',
      text: 'Your subscription has ended. $5/month is needed to create cards.',
      action: 'Subscribe $5/month',
    });
  });

  it('are none for an owner with nothing to do', () => {
    expect(kindsOf(factsOf({}), 'contacts tab')).toEqual([]);
  });

  it('say of the first team that waits for something what that is', () => {
    const isSeen = { isSuspended: false, isHidden: false, unreviewed: 0 };
    const teams = [
      { id: 't1', name: 'Quiet', role: 'member' as const, needs: null, ...isSeen },
      {
        ...{ id: 't2', name: 'Acme', role: 'owner' as const, ...isSeen },
        needs: { kind: 'payment' as const, until: null },
      },
    ];
    const facts = factsOf({}, { teams });
    expect(kindsOf(facts, 'elsewhere')).toEqual(['team']);
    expect(kindsOf(facts, 'team')).toEqual([]);
    expect(wordsOf('team', facts, NO_DEVICE)).toMatchObject({
      title: 'A payment of Acme failed',
      to: '/teams/t2?tab=billing',
      isUrgent: true,
    });
    // As an earlier release kept them on this device.
    const kept = factsOf({}, { teams: teams.map(({ needs, ...team }) => team) as typeof teams });
    expect(kindsOf(kept, 'elsewhere')).toEqual([]);
  });

  it('are shown again once what was closed has become another matter', () => {
    const name = (contactsFull: number) => closedName('full', factsOf({}, { contactsFull }));
    expect(name(90)).toBe(name(90));
    expect(name(100)).not.toBe(name(90));
  });

  it('call nobody spam who waits for room', () => {
    const words = (contactsFull: number) =>
      wordsOf('unreviewed', factsOf({}, { unreviewed: 1, contactsFull }), NO_DEVICE).text;
    expect(words(90)).toBe('This may be spam.');
    expect(words(100)).toBe('Keep them once your contacts have room.');
  });

  it('act only on the account that a screen is about', () => {
    const isSeen = { isSuspended: false, isHidden: false, unreviewed: 3 };
    const acme = { id: 'acme', name: 'Acme', role: 'admin' as const, needs: null, ...isSeen };
    const facts = factsOf({}, { unreviewed: 2, teams: [acme] });
    const words = () => wordsOf('teamUnreviewed', facts, NO_DEVICE);
    expect(kindsOf(facts, 'elsewhere')).toEqual(['unreviewed', 'teamUnreviewed']);
    expect(words()).toMatchObject({
      title: '3 unreviewed in Acme',
      text: 'Some may be spam, or came while contacts were full.',
      to: '/contacts?account=acme',
    });
    vi.stubGlobal('location', new URL('https://goldleaf.example/contacts?account=acme'));
    expect(kindsOf(facts, 'elsewhere')).toEqual(['teamUnreviewed']);
    // Its dialog is about the team here.
    expect(words()).not.toHaveProperty('to');
  });
});
