import { useCallback, useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import {
  discardContact,
  listWaiting,
  onWaitingContacts,
  sendWaitingContacts,
  type WaitingContact,
} from './waiting-contacts.ts';

/** Above the list of contacts: those that were noted down without a network and wait to be sent. */
export function WaitingContacts() {
  const [waiting, setWaiting] = useState<WaitingContact[]>([]);
  const [isSending, setIsSending] = useState(false);
  const look = useCallback(() => void listWaiting().then(setWaiting, () => setWaiting([])), []);
  useEffect(() => {
    look();
    return onWaitingContacts(look);
  }, [look]);
  if (waiting.length === 0) return null;
  const send = () => {
    setIsSending(true);
    void sendWaitingContacts(true).finally(() => setIsSending(false));
  };
  return (
    <section aria-label="Waiting" className="mb-4 rounded-surface border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="font-medium tabular-nums">
            {waiting.length === 1 ? '1 contact waits' : `${waiting.length.toLocaleString()} contacts wait`} to
            be sent
          </h2>
          <p className="text-sm text-ink-2">Saved on this device. Only you can see them.</p>
        </div>
        <Button
          variant="secondary"
          size="small"
          isPending={isSending}
          pendingLabel="Sending..."
          onClick={send}
        >
          Send Now
        </Button>
      </div>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {waiting.map((contact) => (
          <li key={contact.key} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="truncate">{contact.fullName}</p>
              {contact.refusal && <p className="text-sm text-danger">{contact.refusal}</p>}
            </div>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Discard ${contact.fullName}`}
              onClick={() => discardContact(contact)}
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
