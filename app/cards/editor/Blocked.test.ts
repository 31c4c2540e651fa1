import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { SubscriptionRequired } from './Blocked.tsx';

vi.mock('#app/frame/navigation/router.tsx', () => ({ Link: () => null }));
vi.mock('#app/frame/price-tax.ts', () => ({ PRICE_TAX: ' plus tax' }));
afterEach(() => queryClient.clear());

it('names the price with its tax', () => {
  const screen = createElement(SubscriptionRequired);
  const html = renderToString(createElement(QueryClientProvider, { client: queryClient }, screen));
  expect(html.replaceAll('<!-- -->', '')).toContain('$5/month plus tax is needed to create new cards.');
});
