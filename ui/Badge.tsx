import type { ReactNode } from 'react';

const TONES = {
  neutral: 'text-ink-2 border-line',
  gold: 'text-gold-ink border-gold/50',
  good: 'text-good border-good/40',
  info: 'text-info border-info/40',
  danger: 'text-danger border-danger/40',
};

/** A short word about a state. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
