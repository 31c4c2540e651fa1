import { DropdownMenu as Radix } from 'radix-ui';
import { type ButtonHTMLAttributes, type FocusEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { RemoveScroll } from 'react-remove-scroll';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** A single button element, which opens the menu. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  items: readonly MenuItem[];
}

/** A menu that is open when first rendered, and opens from its trigger afterwards; focus returns to the trigger. */
export function OpenMenu({ trigger, items, isByKey }: MenuProps & { isByKey: boolean }) {
  const opener = useRef<HTMLButtonElement>(null);
  // Radix listens for keys only from now on, and the key that first opened the menu was pressed before.
  const beginsAtFirst = useRef(isByKey);
  const begin = (event: FocusEvent<HTMLElement>) => {
    if (!beginsAtFirst.current || event.target !== event.currentTarget) return;
    beginsAtFirst.current = false;
    event.currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  };
  const hasChosen = useRef(false);
  const choose = (item: MenuItem) => {
    // Before the action, so that a dialog it opens knows where focus belongs, and so that the action may move it.
    opener.current?.focus();
    hasChosen.current = true;
    item.onSelect();
  };
  const keepFocus = (event: Event) => {
    if (hasChosen.current) event.preventDefault();
    hasChosen.current = false;
  };
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild ref={opener}>
        {trigger}
      </Radix.Trigger>
      {/* Inside the main landmark, like everything a screen reader should find. */}
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content
          asChild
          align="end"
          sideOffset={6}
          onFocus={begin}
          onCloseAutoFocus={keepFocus}
          className="animate-appear z-50 min-w-48 rounded-control border border-line bg-surface p-1 shadow-float"
        >
          {/* The page behind must not scroll; a modal menu would do that, but hide the page from screen readers. */}
          <RemoveScroll allowPinchZoom>
            {items.map((item) => (
              <Radix.Item
                key={item.label}
                onSelect={() => choose(item)}
                className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-highlighted:bg-line/60 ${item.isDanger ? 'text-danger' : ''}`}
              >
                {item.icon}
                {item.label}
              </Radix.Item>
            ))}
          </RemoveScroll>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
