import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import {
  type ButtonHTMLAttributes,
  cloneElement,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useRef,
} from 'react';
import { RemoveScroll } from 'react-remove-scroll';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  /** A link for an item that leads elsewhere, so that it can be opened in a new tab, too. */
  link?: ReactElement<{ className?: string; children?: ReactNode }>;
  onSelect?: () => void;
}

/** One of several values; choosing another one shows it at once and leaves the menu open. */
export interface MenuChoice {
  /** For screen readers: the options name themselves. */
  label: string;
  value: string;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  onChange: (value: string) => void;
}

/** Stands above a group of items. */
export interface MenuHeading {
  heading: string;
}

export interface MenuProps {
  /** A single button element, which opens the menu. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  items: readonly (MenuItem | MenuChoice | MenuHeading)[];
  /** The person or thing that the menu is about. */
  heading?: ReactNode;
}

const ROW =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-highlighted:bg-line/60';

/** A menu that is open when first rendered, and opens from its trigger afterwards; focus returns to the trigger. */
export function OpenMenu({ trigger, items, heading, isByKey }: MenuProps & { isByKey: boolean }) {
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
    item.onSelect?.();
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
      {/* Inside the main landmark, like everything a screen reader should find; a dialog hides that. */}
      <Radix.Portal
        container={document.querySelector('[role=dialog]') ? undefined : document.querySelector('main')}
      >
        <Radix.Content
          asChild
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onFocus={begin}
          onCloseAutoFocus={keepFocus}
          className="animate-appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-float"
        >
          {/* The page behind must not scroll; a modal menu would do that, but hide the page from screen readers. */}
          <RemoveScroll allowPinchZoom>
            {heading}
            {items.map((item) =>
              'heading' in item ? (
                <Radix.Label key={item.heading} className="px-3 pt-3 pb-1 text-sm text-ink-2">
                  {item.heading}
                </Radix.Label>
              ) : 'options' in item ? (
                <Choice key={item.label} {...item} />
              ) : (
                <Item key={item.link?.key ?? item.label} item={item} onChoose={choose} />
              ),
            )}
          </RemoveScroll>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ item, onChoose }: { item: MenuItem; onChoose: (item: MenuItem) => void }) {
  return (
    <Radix.Item
      asChild={item.link !== undefined}
      onSelect={() => onChoose(item)}
      className={`${ROW} ${item.isDanger ? 'text-danger' : ''}`}
    >
      {item.link ? (
        cloneElement(item.link, {}, item.icon, <span className="max-w-56 truncate">{item.label}</span>)
      ) : (
        <>
          {item.icon}
          {item.label}
        </>
      )}
    </Radix.Item>
  );
}

function Choice({ label, value, options, onChange }: MenuChoice) {
  return (
    <Radix.RadioGroup
      value={value}
      onValueChange={onChange}
      aria-label={label}
      className="my-1 border-y border-line py-1"
    >
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => event.preventDefault()}
          className={ROW}
        >
          {option.icon}
          {option.label}
          <Radix.ItemIndicator className="ml-auto">
            <Check size={18} />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
