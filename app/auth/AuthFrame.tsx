import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '#app/Logo.tsx';
import { paths } from '#app/paths.ts';

/** The page around sign-in and registration: the way home, the mark, one form. */
export function AuthFrame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col px-6 py-8">
      <a
        href={paths.home}
        className="inline-flex min-h-10 items-center gap-2 self-start text-sm text-ink-2 hover:text-ink"
      >
        <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
        Back to home
      </a>
      <div className="my-auto py-10">
        <Logo />
        <h1 className="mt-8 font-display text-3xl font-light">{title}</h1>
        <p className="mt-2 text-ink-2">{text}</p>
        {children}
      </div>
    </main>
  );
}
