import { afterEach, expect, it, vi } from 'vitest';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { queryClient } from '#app/frame/api/query-client.ts';
import { callOutside } from '#test/call-outside.ts';
import { useHidden } from './use-hidden.ts';

vi.mock('#app/frame/navigation/history.ts', () => ({ browserHistory: {} }));
afterEach(() => queryClient.clear());

it.each([
  { isProfileVisible: true, card: { isActive: true, userId: 'ada' }, hidden: null },
  { isProfileVisible: true, card: { isActive: false, userId: 'ada' }, hidden: 'paused' },
  { isProfileVisible: false, card: { isActive: true, userId: 'ada' }, hidden: 'profile' },
  { isProfileVisible: false, card: { isActive: true, userId: 'team' }, hidden: null },
  { isProfileVisible: false, card: { isActive: false, userId: 'team' }, hidden: 'paused' },
  { isProfileVisible: true, card: { isActive: true, userId: 'suspended' }, hidden: 'team' },
])('A card of $card.userId is hidden: $hidden', ({ isProfileVisible, card, hidden }) => {
  queryClient.setQueryData(accountKey, {
    user: { id: 'ada' },
    settings: { isProfileVisible },
    due: {
      teams: [
        { id: 'team', isHidden: false },
        { id: 'suspended', isHidden: true },
      ],
    },
  });
  expect(callOutside(() => useHidden(card))).toBe(hidden);
});
