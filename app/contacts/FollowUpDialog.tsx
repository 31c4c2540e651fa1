import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fixedMessageOf } from '#app/api/call.ts';
import { COPIED_MS } from '#shared/constants.ts';
import type { Person } from '#shared/contacts.ts';
import type { Suggestion } from '#shared/follow-ups.ts';
import { formatRole } from '#shared/role.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/States.tsx';
import { toast } from '#ui/Toast.tsx';
import { useFollowUps } from './contacts.queries.ts';

const FAILED = 'Failed to generate suggestions. Please try again.';
const HOW_TO = [
  'Copy the message you like best.',
  'Paste it into your mail or messaging app.',
  'Personalize it: a detail only you know makes it yours.',
];

/** Messages to send to a contact after meeting them. Nothing is sent from here. */
export function FollowUpDialog({ contact, onClose }: { contact: Person; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useFollowUps(contact.id);
  return (
    <Dialog isOpen onClose={onClose} title={`AI Follow-up Suggestions for ${contact.fullName}`}>
      <Summary contact={contact} />
      {isFetching ? (
        <Generating />
      ) : error || !data ? (
        <ErrorState message={fixedMessageOf(error, FAILED)} onRetry={() => void refetch()} />
      ) : (
        <>
          <ul className="mt-5 space-y-4">
            {data.map((suggestion) => (
              <li key={suggestion.message}>
                <SuggestionCard suggestion={suggestion} />
              </li>
            ))}
          </ul>
          <section className="mt-6 text-sm text-ink-2">
            <h3 className="font-medium text-ink">How to use these suggestions</h3>
            <ol className="mt-1 list-decimal space-y-1 pl-5">
              {HOW_TO.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        </>
      )}
    </Dialog>
  );
}

function Summary({ contact }: { contact: Person }) {
  const role = formatRole(contact);
  return (
    <div className="flex items-center gap-3 border-y border-line py-3">
      <Avatar name={contact.fullName} image={contact.profileImage} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{contact.fullName}</p>
        {role && <p className="text-sm text-ink-2 wrap-anywhere">{role}</p>}
        {contact.cardName && <p className="text-sm text-ink-2">Met via {contact.cardName}</p>}
      </div>
    </div>
  );
}

function Generating() {
  return (
    <div role="status" className="mt-5">
      <p className="flex items-center gap-3 text-ink-2">
        <Spinner />
        Generating personalized follow-up suggestions...
      </p>
      <Skeleton className="mt-4 h-36" />
      <Skeleton className="mt-4 h-36" />
    </div>
  );
}

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { type, tone, subject, message, facts } = suggestion;
  return (
    <article className="rounded-control border border-line p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 font-medium">
          {titled(type)}
          <Badge>{titled(tone)}</Badge>
        </h3>
        <CopyButton text={subject ? `Subject: ${subject}\n\n${message}` : message} />
      </div>
      {subject && (
        <p className="mt-2">
          <span className="text-ink-2">Subject: </span>
          {subject}
        </p>
      )}
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{message}</p>
      {facts.length > 0 && (
        <p className="mt-3 text-sm text-ink-2">
          Based on: {facts.map(({ label, value }) => `${label}: ${value}`).join(', ')}
        </p>
      )}
    </article>
  );
}

function CopyButton({ text }: { text: string }) {
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
    } catch {
      toast({ title: 'Error', description: 'Failed to copy message', isError: true });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button variant="secondary" size="small" onClick={() => void copy()}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {isCopied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
