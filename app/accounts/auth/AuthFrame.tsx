import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '#app/frame/Logo.tsx';
import { paths } from '#app/frame/paths.ts';
import { ProviderProblem } from './ProviderProblem.tsx';

interface AuthFrameProps {
  title: string;
  text: string;
  /** Shown next to the form on a wide screen, and below it on a phone. */
  aside?: ReactNode;
  /** On the card beside the form; someone else's until they have typed theirs. */
  name?: string;
  email?: string;
  children: ReactNode;
}

/** The page around sign-in and registration: a link home, the mark, one form, and an image of the product. */
export function AuthFrame({ title, text, aside, name, email, children }: AuthFrameProps) {
  return (
    <div className="grid min-h-window grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <main className="mx-auto flex w-full max-w-md flex-col px-6 py-8 wrap-anywhere">
        <a
          href={paths.home}
          className="inline-flex min-h-10 items-center gap-2 self-start text-sm text-ink-2 hover:text-ink"
        >
          <ArrowLeft size={16} />
          Back to home
        </a>
        <div className="my-auto py-10">
          <Logo />
          <h1 className="mt-8 font-display text-3xl">{title}</h1>
          <p className="mt-2 text-ink-2">{text}</p>
          <ProviderProblem />
          {children}
        </div>
      </main>
      <aside
        aria-label="What you get"
        className={`${aside ? 'flex' : 'hidden lg:flex'} flex-col justify-center gap-16 overflow-hidden bg-[light-dark(#1a1a1a,#1d1b18)] px-6 py-14 text-[#f5f5f5] lg:px-12`}
      >
        <CardStack name={name} email={email} />
        {aside}
      </aside>
    </div>
  );
}

/** Two cards in gold and outline, like the mark; decorative. */
function CardStack({ name, email }: Pick<AuthFrameProps, 'name' | 'email'>) {
  return (
    <div aria-hidden="true" className="relative mx-auto hidden aspect-[1.6] w-full max-w-96 lg:block">
      <div className="absolute inset-0 translate-x-8 -translate-y-8 rotate-2 rounded-card border border-gold/60" />
      <div className="absolute inset-0 flex -rotate-2 flex-col justify-between rounded-card bg-linear-to-br from-[#f3e7bf] to-[#d4af37] p-8 text-[#1a1a1a] shadow-float">
        <span className="block h-0.5 w-10 bg-[#8a6b12]" />
        <div>
          <p className="truncate font-display text-2xl">{name || 'Amara Okafor'}</p>
          <p className="mt-1 min-h-5 truncate text-sm">
            {name ? email : 'Founding architect, Okafor Studio'}
          </p>
        </div>
      </div>
    </div>
  );
}
