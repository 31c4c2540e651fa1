import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { queryClient } from '#app/frame/api/query-client.ts';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { WalletPart } from './WalletPart.tsx';

vi.mock('#app/frame/navigation/router.tsx', () => ({ Link: () => null }));
afterEach(() => queryClient.clear());

it('says once what to do where passes are not set up', () => {
  queryClient.setQueryData(accountKey, { abilities: { signsApplePasses: false, signsGooglePasses: false } });
  const card = { id: 'work', profileImage: '', companyLogo: '' } as unknown as SharingProps['card'];
  const part = createElement(WalletPart, { card, isCounted: true });
  const html = renderToString(createElement(QueryClientProvider, { client: queryClient }, part));
  expect(html).toContain('Wallet passes aren’t set up here.');
  expect(html.match(/QR code to Photos/g)).toHaveLength(1);
});
