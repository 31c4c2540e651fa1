import { ChevronDown, MapPin } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { useEndEvent, useEvent } from '#app/people/contacts/tools/event.queries.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';

const EventDialog = lazyDialog(
  async () => (await import('#app/people/contacts/tools/EventDialog.tsx')).EventDialog,
);

/** Says at which event the code is held up, so that everybody met there is kept with it; nothing without a network. */
export function EventChip() {
  const { data } = useEvent();
  const end = useEndEvent();
  const [isAsking, setIsAsking] = useState(false);
  if (!data) return null;
  const { event } = data;
  const ask = () => setIsAsking(true);
  return (
    <div className="flex min-w-0 print:hidden">
      {event ? (
        <Menu
          trigger={
            <Button variant="quiet" className="min-w-0 px-3! whitespace-normal!">
              <MapPin size={18} className="shrink-0" />
              <span className="min-w-0 wrap-anywhere">At: {event.name}</span>
              <ChevronDown size={18} className="shrink-0" />
            </Button>
          }
          items={[
            { label: 'Change event', onSelect: ask },
            {
              label: 'End now',
              onSelect: () => end.mutate({ name: event.name, place: event.place, endsAt: event.endsAt }),
            },
          ]}
        />
      ) : (
        <Button variant="quiet" className="px-3!" onClick={ask}>
          <MapPin size={18} />
          At an event?
        </Button>
      )}
      {isAsking && <EventDialog onClose={() => setIsAsking(false)} />}
    </div>
  );
}
