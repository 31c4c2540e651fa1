import '#ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Toaster } from '#ui/Toast.tsx';
import { queryClient } from './api/query-client.ts';
import { onForgotten } from './auth/session.ts';
import { paths } from './paths.ts';
import { router } from './routes.tsx';

onForgotten(() => {
  const here = window.location.pathname + window.location.search;
  queryClient.clear();
  if (here.startsWith('/auth/')) return;
  void router.navigate(`${paths.signIn}?next=${encodeURIComponent(here)}`, { replace: true });
});

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root to draw in.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
