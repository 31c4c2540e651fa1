import type { ReactNode } from 'react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { buttonClass } from '#ui/Button.tsx';

interface BannerProps {
  title: string;
  action: string;
  isUrgent?: boolean;
  children: ReactNode;
}

/** A sentence about the subscription, and the way to it. */
export function Banner({ title, action, isUrgent = false, children }: BannerProps) {
  return (
    <section
      aria-label={title}
      className={`mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border bg-surface px-5 py-4 ${isUrgent ? 'border-danger/50' : 'border-gold/50'}`}
    >
      <div>
        <h2 className={`font-medium ${isUrgent ? 'text-danger' : ''}`}>{title}</h2>
        <p className="text-ink-2">{children}</p>
      </div>
      <Link to={paths.subscribe} className={buttonClass('secondary', 'small')}>
        {action}
      </Link>
    </section>
  );
}
