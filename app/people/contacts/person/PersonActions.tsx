import { AlarmClock, Download, Mail, Phone, Sparkles } from 'lucide-react';
import { useIsReadOnly } from '#app/accounts/auth/TeamChips.tsx';
import { useMayRemind } from '#app/messages/notices/may-remind.ts';
import { mailHref } from '#shared/formats/mail-href.ts';
import { telHref } from '#shared/formats/phone-links.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { Button } from '#ui/Button.tsx';
import { useSaveToPhone } from '../save-to-phone.ts';

const WAY =
  'flex min-h-16 min-w-16 flex-1 flex-col items-center justify-center gap-1 rounded-control px-1 text-sm hover:bg-line/50';

interface PersonActionsProps {
  contact: WholeContact;
  onFollowUp: () => void;
  onRemind: () => void;
}

/** The ways to stay in touch: the next message first, then one word each. */
export function PersonActions({ contact, onFollowUp, onRemind }: PersonActionsProps) {
  const { email, phone, phoneE164, fullName } = contact;
  const isReadOnly = useIsReadOnly(contact);
  const mayRemind = useMayRemind(contact);
  const save = useSaveToPhone();
  const dial = phone && telHref(phone, phoneE164);
  return (
    <div className="mt-5">
      {!isReadOnly && (
        <Button className="min-h-12 w-full justify-center" onClick={onFollowUp}>
          <Sparkles size={18} />
          AI Follow-up
        </Button>
      )}
      <div className="mt-2 flex flex-wrap">
        {email && (
          <a className={WAY} href={mailHref(email)} aria-label={`Email ${fullName}`}>
            <Mail size={20} />
            Email
          </a>
        )}
        {dial && (
          <a className={WAY} href={dial} aria-label={`Call ${fullName}`}>
            <Phone size={20} />
            Call
          </a>
        )}
        <button type="button" className={WAY} aria-label="Save to Phone" onClick={() => save.mutate(contact)}>
          <Download size={20} />
          Save
        </button>
        {mayRemind && (
          <button type="button" className={WAY} aria-label="Remind Me" onClick={onRemind}>
            <AlarmClock size={20} />
            Remind
          </button>
        )}
      </div>
    </div>
  );
}
