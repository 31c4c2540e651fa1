import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useTurnOnHere } from './notices.queries.ts';
import { canAskForPush, isPutOff, putOff } from './push-browser.ts';

/** Offers notices once somebody has been met; after a no, it is found in the settings. */
export function PushPrompt() {
  const [isShown, setIsShown] = useState(() => canAskForPush() && !isPutOff());
  const turnOn = useTurnOnHere();
  if (!isShown) return null;
  const later = () => {
    putOff();
    setIsShown(false);
  };
  return (
    <section
      aria-label="Notifications on this device"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-surface border border-line bg-surface p-5"
    >
      <Bell size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-gold-ink max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">Hear about new contacts on this device</p>
        <p className="text-sm text-ink-2">A quiet notification when someone shares their details with you.</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:-ml-5">
        <Button variant="quiet" onClick={later}>
          Not Now
        </Button>
        <Button
          variant="secondary"
          isPending={turnOn.isPending}
          pendingLabel="Turning on..."
          onClick={() => turnOn.mutate(undefined, { onSettled: () => setIsShown(false) })}
        >
          Notify Me
        </Button>
      </div>
    </section>
  );
}
