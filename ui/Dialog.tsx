import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { isComposing } from './escape.ts';
import { keepPlace } from './keep-place.ts';
import { Toaster } from './Toast.tsx';
import { useBackToClose } from './use-back-to-close.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** Room for two columns, where the window has it. */
  isWide?: boolean;
  children: ReactNode;
}

/** Browsers without popovers show it in the dialog. */
const showAbove = (layer: HTMLElement | null) => layer?.showPopover?.();

/**
 * A modal dialog: traps focus, closes on Escape or a press outside, and returns focus afterwards. Focus starts at the
 * element marked `data-takes-focus`, otherwise at the first control, which must be safe to press with Enter by mistake.
 */
export function Dialog({ isOpen, onClose, title, description, isWide, children }: DialogProps) {
  useBackToClose(isOpen, onClose);
  // Radix returns focus to its own trigger, and these dialogs have none.
  const returnFocus = useRef(() => {});
  const takeFocus = (event: Event) => {
    returnFocus.current = keepPlace(document.activeElement);
    const first = event.target instanceof Element && event.target.querySelector('[data-takes-focus]');
    if (!(first instanceof HTMLElement)) return;
    event.preventDefault();
    first.focus();
  };
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    returnFocus.current();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {/* As high as a dialog: a question over another one dims it. */}
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/50" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={giveFocusBack}
          className={`animate-appear inside fixed top-1/2 z-50 mx-auto max-h-dialog ${isWide ? 'max-w-4xl' : 'max-w-lg'} -translate-y-1/2 scroll-pt-16 scroll-pb-6 flex flex-col *:shrink-0 overflow-y-auto rounded-surface border border-transparent bg-surface p-6 shadow-float`}
        >
          <div className="dialog-head">
            <Radix.Title className="pr-10 font-display text-xl wrap-anywhere">{title}</Radix.Title>
          </div>
          {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
          <div className="mt-5">{children}</div>
          {/* Part of the dialog, which is all that can be reached, but not clipped by it and not on its title. */}
          <div ref={showAbove} popover="manual" className="toast-layer">
            <Toaster />
          </div>
          {/* In the line of the title, which stays in sight, but last to be reached: focus starts at the content. */}
          <div className="dialog-bar">
            <Radix.Close
              aria-label="Close"
              className="absolute -top-2 -right-2 grid size-10 place-items-center rounded-control text-ink-2 hover:bg-line/50"
            >
              <X size={20} />
            </Radix.Close>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
