import type { ReactNode } from 'react';

interface BannerProps {
  title: string;
  text: string;
  /** Somebody's own words. */
  quote?: string | null;
  /** Of its title. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** Stands above a screen of teams until it is settled. */
export function Banner({ title, text, quote, level = 2, children }: BannerProps) {
  const Title = `h${level}` as const;
  return (
    <section
      aria-label={title}
      className={`${level === 2 ? 'mb-8' : 'mb-6'} flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-surface border border-gold/60 bg-surface p-4 sm:px-5`}
    >
      <div className="min-w-0 flex-1 basis-64">
        <Title className="font-medium wrap-anywhere">{title}</Title>
        <p className="text-sm text-ink-2">{text}</p>
        {quote && <p className="pt-1 text-sm whitespace-pre-line wrap-anywhere">“{quote}”</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </section>
  );
}
