import { Popover as Radix } from 'radix-ui';
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import { RemoveScroll } from 'react-remove-scroll';

export interface PopoverProps {
  /** One button element, which opens the popover. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  label: string;
  children: ReactNode;
}

/** A popover that opens as it is drawn, and from then on at its trigger; focus moves in and comes back. */
export function OpenPopover({ trigger, label, children }: PopoverProps) {
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          asChild
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          className="animate-appear z-50 w-52 rounded-control border border-line bg-surface p-1 shadow-float"
        >
          {/* The page stands still behind it. */}
          <RemoveScroll allowPinchZoom>{children}</RemoveScroll>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
