import { Check, Copy, Mail, MessageCircle, MessageSquare, PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPIED_MS } from '#shared/contract/constants.ts';
import type { FOLLOW_UP_WAYS, Suggestion } from '#shared/people/follow-ups.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Input, Textarea } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { chatWith, findPhoneNumber, mailTo, textTo } from './send-links.ts';
import type { Recipient } from './use-recipient.ts';

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Reports what was pressed. */
type OnUsed = (way: (typeof FOLLOW_UP_WAYS)[number]) => void;

interface SuggestionCardProps {
  suggestion: Suggestion;
  contact: Recipient;
  onUsed: OnUsed;
}

/** A suggestion to copy, to open where it is sent from, or to change first. */
export function SuggestionCard({ suggestion, contact, onUsed }: SuggestionCardProps) {
  const { type, tone, facts = [] } = suggestion;
  const [text, setText] = useState({ subject: suggestion.subject ?? '', message: suggestion.message });
  const [isOpen, setIsOpen] = useState(false);
  const { subject, message } = text;
  return (
    <article className="rounded-control border border-line p-4" lang={suggestion.language}>
      <div className="flex items-center justify-between gap-3" lang="en">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {capitalize(type)}
          <Badge>{capitalize(tone)}</Badge>
        </h3>
        <CopyButton text={subject ? `Subject: ${subject}\n\n${message}` : message} onUsed={onUsed} />
      </div>
      {isOpen ? (
        <div className="mt-3 space-y-3">
          {suggestion.subject !== undefined && (
            <Input
              label="Subject"
              value={subject}
              onChange={({ target }) => setText({ ...text, subject: target.value })}
            />
          )}
          <Textarea
            label="Text"
            rows={Math.min(16, message.split('\n').length + 4)}
            value={message}
            onChange={({ target }) => setText({ ...text, message: target.value })}
          />
        </div>
      ) : (
        <>
          {subject && (
            <p className="mt-2">
              <span className="text-ink-2" lang="en">
                Subject:{' '}
              </span>
              {subject}
            </p>
          )}
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{message}</p>
        </>
      )}
      <div className="-ml-3 mt-3 flex flex-wrap gap-1" lang="en">
        <SendLinks suggestion={{ ...suggestion, ...text }} contact={contact} onUsed={onUsed} />
        <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <PenLine {...ICON} />
          {isOpen ? 'Done' : 'Adjust'}
        </Button>
      </div>
      <Facts facts={facts} />
    </article>
  );
}

const LINK = buttonClass('quiet', 'small');

function SendLinks({ suggestion: { type, subject = '', message }, contact, onUsed }: SuggestionCardProps) {
  if (type === 'email')
    return <MailLink to={contact.email} subject={subject} message={message} onUsed={onUsed} />;
  const number = findPhoneNumber(contact);
  return (
    <>
      <a className={LINK} href={textTo(number, message)} onClick={() => onUsed('message')}>
        <MessageSquare {...ICON} />
        Message
      </a>
      {contact.phoneE164 && (
        <a
          className={LINK}
          href={chatWith(contact.phoneE164, message)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => onUsed('whatsapp')}
        >
          <MessageCircle {...ICON} />
          WhatsApp
        </a>
      )}
    </>
  );
}

interface MailLinkProps {
  to: string | null;
  subject: string;
  message: string;
  onUsed: OnUsed;
}

function MailLink({ to, subject, message, onUsed }: MailLinkProps) {
  const { href, isWhole } = mailTo(to, subject, message);
  const open = () => {
    onUsed('mail');
    if (isWhole) return;
    const description = 'This text is too long to fill in. Paste it into the mail.';
    navigator.clipboard.writeText(message).then(
      () => toast({ title: 'Text on your clipboard', description }),
      () => toast({ title: 'Error', description: 'Failed to copy message', isError: true }),
    );
  };
  return (
    <a className={LINK} href={href} onClick={open}>
      <Mail {...ICON} />
      Open in mail
    </a>
  );
}

/** Longer values, such as what somebody wrote, are cut. */
const CHIP_MAX = 60;
const cutText = (text: string) => (text.length > CHIP_MAX ? `${text.slice(0, CHIP_MAX - 1)}…` : text);

function Facts({ facts }: Pick<Suggestion, 'facts'>) {
  if (facts.length === 0) return null;
  return (
    <ul aria-label="Made from" className="mt-3 flex flex-wrap gap-1.5 text-sm" lang="en">
      {facts.map(({ label, value }) => (
        <li key={label} className="rounded-full border border-line px-2.5 py-0.5 wrap-anywhere">
          <span className="text-ink-2">{label}</span> {cutText(value)}
        </li>
      ))}
    </ul>
  );
}

function CopyButton({ text, onUsed }: { text: string; onUsed: OnUsed }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      toast({ title: 'Copied!', description: 'Message copied to clipboard' });
      onUsed('copy');
    } catch {
      toast({ title: 'Error', description: 'Failed to copy message', isError: true });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button variant="secondary" size="small" onClick={() => void copy()}>
      <Icon {...ICON} />
      {isCopied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
