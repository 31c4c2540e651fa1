import { Bell, IdCard, MessageSquare, PenLine, RefreshCw, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '#app/frame/dates.ts';
import type { ContactEvent } from '#shared/people/contact-book.ts';
import { saidOf } from './event-words.ts';
import { TimelineRow } from './TimelineRow.tsx';

const ICONS: Record<string, typeof Bell> = {
  sent: IdCard,
  added: UserPlus,
  imported: UserPlus,
  converted: UserPlus,
  message: MessageSquare,
  followedUp: MessageSquare,
  reminded: Bell,
  linked: RefreshCw,
  unlinked: RefreshCw,
  updated: RefreshCw,
};
/** A row shows this many lines, and the others on a press. */
const LINES_SHOWN = 2;

export function EventEntry({ event }: { event: ContactEvent }) {
  const [isOpen, setIsOpen] = useState(false);
  const { title, lines } = saidOf(event);
  // A button for one more line would take as much room.
  const isLong = lines.length > LINES_SHOWN + 1;
  return (
    <TimelineRow icon={ICONS[event.kind] ?? PenLine} at={event.createdAt} when={formatTime(event.createdAt)}>
      <p>{title}</p>
      {(isLong && !isOpen ? lines.slice(0, LINES_SHOWN) : lines).map((line) => (
        <p key={line} className="text-sm whitespace-pre-line text-ink-2">
          {line}
        </p>
      ))}
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-6 rounded-control text-sm text-gold-ink hover:underline"
        >
          {isOpen ? 'Show less' : `Show all ${lines.length}`}
        </button>
      )}
    </TimelineRow>
  );
}
