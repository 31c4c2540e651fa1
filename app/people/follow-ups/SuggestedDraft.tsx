import { AlarmClock, Check, Copy, Mail, MessageCircle, MessageSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPIED_MS } from '#shared/contract/constants.ts';
import { capitalize } from '#shared/formats/capitalize.ts';
import type { FOLLOW_UP_WAYS, Suggestion } from '#shared/people/follow-ups.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { Input } from '#ui/Field.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { toast } from '#ui/Toast.tsx';
import { chatWith, findPhoneNumber, mailTo, textTo } from './send-links.ts';
import type { Recipient } from './use-recipient.ts';

/** Reports what was pressed. */
type OnUsed = (way: (typeof FOLLOW_UP_WAYS)[number]) => void;

interface SendProps {
  suggestion: Suggestion;
  contact: Recipient;
  onUsed: OnUsed;
}

interface DraftProps extends SendProps {
  /** Left out where they can't be reminded of this contact. */
  onRemind: (() => void) | undefined;
  onEdit: (draft: Suggestion) => void;
}

/** A suggestion, changed in place, to be opened where it is sent from, or copied. */
export function SuggestedDraft({ onRemind, onEdit, ...props }: DraftProps) {
  const { suggestion, onUsed } = props;
  const { type, facts = [] } = suggestion;
  const [text, setText] = useState({ subject: suggestion.subject ?? '', message: suggestion.message });
  const { subject, message } = text;
  const change = (next: typeof text) => {
    setText(next);
    onEdit({ ...suggestion, message: next.message, ...(suggestion.subject !== undefined && next) });
  };
  return (
    <article className="-mt-4">
      <h3 className="text-sm text-ink-2">{capitalize(type)}</h3>
      <div className="mt-2 space-y-3" lang={suggestion.language}>
        {suggestion.subject !== undefined && (
          <Input
            label="Subject"
            isLabelHidden
            placeholder="Subject"
            className="font-medium"
            value={subject}
            onChange={({ target }) => change({ ...text, subject: target.value })}
          />
        )}
        <GrowingText
          label="Text"
          isLabelHidden
          value={message}
          onChange={({ target }) => change({ ...text, message: target.value })}
        />
      </div>
      {/* In sight below a text that is longer than the window. */}
      <div className="sticky -bottom-6 -mx-6 mt-1 flex flex-wrap gap-2 border-t border-line bg-surface px-6 py-3">
        <SendLinks {...props} suggestion={{ ...suggestion, ...text }} />
        <CopyButton text={subject ? `Subject: ${subject}\n\n${message}` : message} onUsed={onUsed} />
        {onRemind && (
          <Button variant="quiet" className="px-3!" onClick={onRemind}>
            <AlarmClock size={16} />
            <span className="max-sm:sr-only">Set a reminder</span>
          </Button>
        )}
      </div>
      <Facts facts={facts} />
    </article>
  );
}

/** All of a row fit beside each other on a phone. */
const NARROW = 'max-sm:px-4!';
const PRIMARY = `${buttonClass('primary')} ${NARROW}`;

function SendLinks({ suggestion: { type, subject = '', message }, contact, onUsed }: SendProps) {
  if (type === 'email')
    return <MailLink to={contact.email} subject={subject} message={message} onUsed={onUsed} />;
  const number = findPhoneNumber(contact);
  return (
    <>
      <a className={PRIMARY} href={textTo(number, message)} onClick={() => onUsed('message')}>
        <MessageSquare size={16} />
        Message
      </a>
      {contact.phoneE164 && (
        <a
          className={`${buttonClass('secondary')} ${NARROW}`}
          href={chatWith(contact.phoneE164, message)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => onUsed('whatsapp')}
        >
          <MessageCircle size={16} />
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
    const description = 'It’s too long to open in your mail app. Just paste it.';
    navigator.clipboard.writeText(message).then(
      () => toast({ title: 'Text copied', description }),
      () => toast({ title: 'Error', description: 'Failed to copy message', isError: true }),
    );
  };
  return (
    <a className={PRIMARY} href={href} onClick={open}>
      <Mail size={16} />
      Open in mail
    </a>
  );
}

/** Longer values, such as what somebody wrote, are cut. */
const CHIP_MAX = 60;
const cutText = (text: string) => (text.length > CHIP_MAX ? `${text.slice(0, CHIP_MAX - 1)}…` : text);

function Facts({ facts }: Pick<Suggestion, 'facts'>) {
  const [isOpen, setIsOpen] = useState(false);
  if (facts.length === 0) return null;
  return (
    <div>
      <Disclosure
        isQuiet
        label={facts.length === 1 ? 'Based on one fact' : `Based on ${facts.length} facts`}
        isOpen={isOpen}
        onChange={setIsOpen}
      >
        <ul aria-label="Based on" className="-mt-4 flex flex-wrap gap-1.5 pb-2 text-sm">
          {facts.map(({ label, value }) => (
            <li key={label} className="rounded-full border border-line px-2.5 py-0.5 wrap-anywhere">
              <span className="text-ink-2">{label}</span> {cutText(value)}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
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
    <Button variant="secondary" className={NARROW} onClick={() => void copy()}>
      <Icon size={16} />
      {isCopied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
