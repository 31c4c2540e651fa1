import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A line that warns about a possible problem without forbidding anything. */
export function Caution({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p className={`${className} flex gap-2 text-sm`}>
      <TriangleAlert size={18} className="mt-px shrink-0 text-gold-ink" />
      {children}
    </p>
  );
}
