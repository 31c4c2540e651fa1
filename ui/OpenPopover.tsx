import { Popover as Radix } from 'radix-ui';
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import { RemoveScroll } from 'react-remove-scroll';

export interface PopoverProps {
  /** A single button element, which opens the popover. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  label: string;
  /** Room for sentences. */
  isWide?: boolean;
  /** To the right or the left of its trigger instead of under it, where what stands above the trigger stays in sight. */
  isBeside?: boolean;
  children: ReactNode;
}

/** A popover that is open when first rendered, and opens from its trigger afterwards; focus moves in and returns. */
export function OpenPopover({ trigger, label, isWide, isBeside, children }: PopoverProps) {
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          asChild
          aria-label={label}
          side={isBeside ? 'right' : 'bottom'}
          align={isWide ? 'end' : isBeside ? 'start' : 'center'}
          sideOffset={6}
          collisionPadding={12}
          className={`animate-appear z-50 ${isWide ? 'w-96 max-w-[calc(100vw-24px)]' : isBeside ? 'w-88' : 'w-52'} rounded-control border border-line bg-surface p-1 shadow-float`}
        >
          {/* The page behind must not scroll. */}
          <RemoveScroll allowPinchZoom>{children}</RemoveScroll>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
