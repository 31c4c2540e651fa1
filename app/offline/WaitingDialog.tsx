import { useCallback, useEffect, useState } from 'react';
import { WAITING_CHANGED } from '#app/frame/api/session.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { discardContact, listWaiting, sendWaitingContacts, type WaitingContact } from './waiting-contacts.ts';

/** The contacts that were noted down without a network and wait to be sent; closes with the last of them. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const [waiting, setWaiting] = useState<WaitingContact[]>([]);
  const [isSending, setIsSending] = useState(false);
  const look = useCallback(
    () => listWaiting().then((found) => (found.length > 0 ? setWaiting(found) : onClose()), onClose),
    [onClose],
  );
  useEffect(() => {
    const follow = () => void look();
    follow();
    window.addEventListener(WAITING_CHANGED, follow);
    return () => window.removeEventListener(WAITING_CHANGED, follow);
  }, [look]);
  const send = () => {
    setIsSending(true);
    void sendWaitingContacts(true).finally(() => setIsSending(false));
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Waiting to be sent"
      description="Saved on this device. Only you can see them."
    >
      <ul className="divide-y divide-line">
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
      <div className="mt-5 flex justify-end">
        <Button isPending={isSending} pendingLabel="Sending..." onClick={send}>
          Send Now
        </Button>
      </div>
    </Dialog>
  );
}
