import { ArrowLeft } from 'lucide-react';
import { Link } from './navigation/router.tsx';
import { backHere } from './paths.ts';

/** The back link above the title of a screen. */
export function BackLink({ to = backHere().to, label = backHere().label }: { to?: string; label?: string }) {
  return (
    <Link
      to={to}
      className="-mt-4 mb-3 inline-flex min-h-9 items-center gap-2 rounded-control text-sm text-ink-2 hover:text-ink"
    >
      <ArrowLeft size={16} />
      {label}
    </Link>
  );
}
