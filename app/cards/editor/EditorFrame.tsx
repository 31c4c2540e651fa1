import type { ReactNode } from 'react';
import { BackLink } from '#app/frame/BackLink.tsx';
import { PRODUCT } from '#shared/contract/constants.ts';
import { Skeleton } from '#ui/Skeleton.tsx';

/** The back link and the title above the form. */
export function EditorFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{`${title} · ${PRODUCT}`}</title>
      <BackLink />
      <h1 className="pb-4 font-display text-2xl font-light sm:text-3xl">{title}</h1>
      {children}
    </>
  );
}

/** The form's outline while its card is loading. */
export function LoadingCard({ label }: { label: string }) {
  return (
    <div role="status" className="pt-4">
      <p className="text-ink-2">{label}</p>
      <div className="mt-6 gap-12 lg:grid lg:grid-cols-[minmax(0,40rem)_24.375rem] lg:justify-between">
        <div className="space-y-5">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-40" />
        </div>
        <Skeleton className="hidden h-[32rem] rounded-card! lg:block" />
      </div>
    </div>
  );
}
