import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

export interface Tab {
  value: string;
  label: string;
  /** Marks a tab that holds something wrong. */
  hasError?: boolean;
  content: ReactNode;
}

export interface TabsProps {
  /** What the row of tabs is called by screen readers. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Keeps every panel mounted (hidden), as a form over several tabs needs. */
  keepMounted?: boolean;
}

/** Tabs controlled by the caller; the row scrolls sideways on a phone. */
export function Tabs({ label, tabs, value, onChange, keepMounted = false }: TabsProps) {
  const asked = useRef(value);
  useLayoutEffect(() => {
    asked.current = value;
  });
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is open, it must be in sight
  useLayoutEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[data-state=active]');
    if (row.current && open) row.current.scrollLeft = open.offsetLeft - row.current.clientWidth / 2;
  }, [value]);
  // A press both activates and focuses a tab, and Radix asks for it each time: one change, or Back would need two.
  const change = (next: string) => {
    if (next === asked.current) return;
    asked.current = next;
    onChange(next);
  };
  return (
    <Radix.Root value={value} onValueChange={change}>
      <Radix.List
        ref={row}
        aria-label={label}
        className="relative -mx-1.5 flex gap-3 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            aria-label={tab.hasError ? `${tab.label}, has errors` : undefined}
            className="min-h-11 border-b-2 px-1.5 border-transparent font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-gold data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.hasError && <span className="ml-2 inline-block size-2 rounded-full bg-danger" />}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          {...(keepMounted ? { forceMount: true as const } : {})}
          className="pt-8 data-[state=inactive]:hidden"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
