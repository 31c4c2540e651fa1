import type { ReactNode } from 'react';
import { PRODUCT } from '#shared/contract/constants.ts';

interface InsteadProps {
  title: string;
  text: ReactNode;
  /** The ways on. */
  children: ReactNode;
}

/** In place of a screen that cannot be shown, such as one of something that is gone: why, and where to go. */
export function Instead({ title, text, children }: InsteadProps) {
  return (
    <div className="blocked mx-auto flex max-w-lg flex-col items-center py-16 text-center">
      <title>{`${title} · ${PRODUCT}`}</title>
      <h1 className="font-display text-2xl sm:text-3xl">{title}</h1>
      <p className="mt-4 text-balance text-ink-2">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
