import type { LucideIcon } from 'lucide-react';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import type { MenuItem } from '#ui/OpenMenu.tsx';

interface TimelineRowProps {
  icon: LucideIcon;
  /** For `<time>`. */
  at: string;
  /** Its time of day, or its day where that is not the heading's. */
  when: string;
  menu?: { label: string; items: MenuItem[] } | undefined;
  children: ReactNode;
}

/** A row of the timeline: its kind, its words, its time, and what can be done with it. */
export function TimelineRow({ icon: Icon, at, when, menu, children }: TimelineRowProps) {
  return (
    <li className="flex items-start gap-3 border-b border-line">
      <Icon size={18} className="mt-[0.9rem] shrink-0 text-ink-2" />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 py-3">
        <div className="min-w-0 flex-1 basis-32 wrap-anywhere">{children}</div>
        <time dateTime={at} className="text-sm leading-6 text-ink-2">
          {when}
        </time>
      </div>
      {menu && (
        <Menu
          items={menu.items}
          trigger={
            <Button variant="quiet" size="small" className="-mx-3 my-1.5" aria-label={menu.label}>
              <Ellipsis size={18} />
            </Button>
          }
        />
      )}
    </li>
  );
}
