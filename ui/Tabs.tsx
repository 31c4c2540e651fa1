import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { findNext } from './find-next.ts';

export interface Tab {
  value: string;
  label: string;
  /** Marks a tab that contains an error. */
  hasError?: boolean;
  content: ReactNode;
}

export interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Keeps every panel mounted (hidden), as a form across several tabs needs. */
  keepMounted?: boolean;
  /** At the end of the row. */
  end?: ReactNode;
}

/**
 * Tabs controlled by the caller, following the ARIA Authoring Practices: one stop in the tab order; arrows, Home and
 * End move between tabs. Our own, because a library would add a tenth to the script of the screens that load first.
 */
export function Tabs({ label, tabs, value, onChange, keepMounted = false, end }: TabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the open tab into view whenever another one is opened
  useLayoutEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (row.current && open) row.current.scrollLeft = open.offsetLeft - row.current.clientWidth / 2;
  }, [value]);
  const moveByKey = (event: KeyboardEvent, at: number) => {
    const next = findNext(tabs, at, event.key);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      {/* Where the tabs are wider than the screen they scroll sideways, and fade at the edge beyond which there is more. */}
      <div className="-mx-1.5 flex border-b border-line">
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          className="tab-row relative flex min-w-0 flex-1 gap-1 overflow-x-auto *:shrink-0 sm:gap-3 [scrollbar-width:none]"
        >
          {tabs.map((tab, index) => (
            <TabButton
              key={tab.value}
              tab={tab}
              id={`${id}-${tab.value}`}
              isOpen={tab.value === value}
              hasPanel={keepMounted || tab.value === value}
              onOpen={() => onChange(tab.value)}
              onKeyDown={(event) => moveByKey(event, index)}
            />
          ))}
        </div>
        {end}
      </div>
      {tabs
        .filter((tab) => keepMounted || tab.value === value)
        .map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-${tab.value}-panel`}
            aria-labelledby={`${id}-${tab.value}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must still be reachable (ARIA practices)
            tabIndex={0}
            hidden={tab.value !== value}
            className="pt-8"
          >
            {tab.content}
          </div>
        ))}
    </>
  );
}

interface TabButtonProps {
  tab: Tab;
  id: string;
  isOpen: boolean;
  hasPanel: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function TabButton({ tab: { label, hasError }, id, isOpen, hasPanel, onOpen, onKeyDown }: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-selected={isOpen}
      aria-controls={hasPanel ? `${id}-panel` : undefined}
      aria-label={hasError ? `${label}, has errors` : undefined}
      tabIndex={isOpen ? 0 : -1}
      onClick={() => !isOpen && onOpen()}
      onKeyDown={onKeyDown}
      className="min-h-11 border-b-2 border-transparent px-1 text-[0.875rem] sm:px-1.5 sm:text-base font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-selected:border-gold aria-selected:text-ink"
    >
      {label}
      {hasError && <span className="ml-2 inline-block size-2 rounded-full bg-danger" />}
    </button>
  );
}
