import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** A small surface beside its trigger (one button element); focus moves in and comes back. */
export function Popover({
  trigger,
  label,
  children,
}: {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          className="animate-appear z-50 w-64 rounded-surface border border-line bg-surface p-2 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
