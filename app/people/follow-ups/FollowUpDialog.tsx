import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { CallError, fixedMessageOf, messageOf } from '#app/frame/api/call.ts';
import { formatAgo } from '#app/frame/dates.ts';
import { ReminderForm } from '#app/messages/notices/ReminderForm.tsx';
import { formatRole } from '#shared/cards/role.ts';
import type { Person } from '#shared/people/contacts.ts';
import type { FollowUpWish, Suggestion } from '#shared/people/follow-ups.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/States.tsx';
import { type Asked, useNoteFollowUp, useSuggestions } from './follow-ups.queries.ts';
import { SuggestionCard } from './SuggestionCard.tsx';
import { useRecipient } from './use-recipient.ts';
import { WishForm } from './WishForm.tsx';

const FAILED = 'Failed to generate suggestions. Please try again.';
const HOW_TO = [
  'Copy the message you like best.',
  'Paste it into your mail or messaging app.',
  'Personalize it: a detail only you know makes it yours.',
];
/** How many suggestions there usually are. */
const USUAL = 3;

/** Messages to send to a contact after meeting them. Nothing is sent from here. */
export function FollowUpDialog({ contact, onClose }: { contact: Person; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>({ wish: null, count: 0 });
  const { suggestions, reason, isFetching, error, retry } = useSuggestions(contact.id, asked);
  const note = useNoteFollowUp(contact.id);
  const { recipient, choices } = useRecipient(contact);
  const isNoted = note.data !== undefined && note.variables?.at === undefined;
  const { fresh: _fresh, ...wish } = asked.wish ?? {};
  // The latest suggestion, so that the form says the language while others are written.
  const [first] = suggestions;
  const [language, setLanguage] = useState(first?.language);
  if (first?.language && first.language !== language) setLanguage(first.language);
  const ask = (next: FollowUpWish, isAgain: boolean) =>
    setAsked(({ count }) => ({ wish: { ...next, ...(isAgain && { fresh: true }) }, count: count + 1 }));
  return (
    <Dialog isOpen onClose={onClose} title={`AI Follow-up Suggestions for ${contact.fullName}`}>
      <Summary
        contact={contact}
        followedUpAt={note.data ? note.data.followedUpAt : contact.followedUpAt}
        onUndo={isNoted ? () => note.mutate({ at: note.data?.before ?? null }) : undefined}
      />
      {choices.length > 0 && (
        <div className="grid gap-3 border-b border-line py-3 sm:grid-cols-2">
          {choices.map(({ label, options, chosen, onChoose }) => (
            <Select
              key={label}
              label={label}
              value={chosen}
              onChange={({ target }) => onChoose(Number(target.value))}
            >
              {options.map((option, index) => (
                <option key={option} value={index}>
                  {option}
                </option>
              ))}
            </Select>
          ))}
        </div>
      )}
      <WishForm wish={wish} language={language} isPending={isFetching} onAsk={ask} />
      <p role="status" className={isFetching ? 'mt-4 flex items-center gap-3 text-ink-2' : 'sr-only'}>
        {isFetching && <Spinner />}
        {isFetching ? 'Generating personalized follow-up suggestions...' : countOf(suggestions)}
      </p>
      <ul className="mt-4 space-y-4 empty:hidden" aria-busy={isFetching}>
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and each keeps what was typed into it
          <li key={`${asked.count} ${index} ${suggestion.message}`}>
            <SuggestionCard
              suggestion={suggestion}
              contact={recipient}
              onUsed={(way) => note.mutate({ way })}
            />
          </li>
        ))}
        {isFetching &&
          Array.from({ length: Math.max(USUAL - suggestions.length, 0) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
            <li key={index} aria-hidden="true">
              <Skeleton className="h-64" />
            </li>
          ))}
      </ul>
      {error && !isFetching && (
        <div className="mt-4">
          <ErrorState message={sentenceOf(error)} onRetry={retry} />
        </div>
      )}
      {first && !isFetching && (
        <>
          <Author suggestions={suggestions} reason={reason} />
          <Later contact={contact} />
          <HowTo />
        </>
      )}
    </Dialog>
  );
}

/** Asking too often is the one refusal whose reason helps. */
const sentenceOf = (error: Error) =>
  error instanceof CallError && error.status === 429
    ? messageOf(error, FAILED)
    : fixedMessageOf(error, FAILED);

const countOf = ({ length }: Suggestion[]) =>
  length === 0 ? '' : `${length} ${length === 1 ? 'suggestion is' : 'suggestions are'} ready.`;

interface SummaryProps {
  contact: Person;
  followedUpAt: string | null | undefined;
  onUndo: (() => void) | undefined;
}

function Summary({ contact, followedUpAt, onUndo }: SummaryProps) {
  const role = formatRole(contact);
  return (
    <div className="border-y border-line py-3">
      <div className="flex items-center gap-3">
        <Avatar name={contact.fullName} image={contact.profileImage} />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{contact.fullName}</p>
          {role && <p className="text-sm text-ink-2 wrap-anywhere">{role}</p>}
          {contact.cardName && <p className="text-sm text-ink-2">Met via {contact.cardName}</p>}
        </div>
      </div>
      <div role="status" className="text-sm text-ink-2">
        {followedUpAt && (
          <p className="mt-2 flex flex-wrap items-center gap-x-2">
            <CheckCheck size={16} strokeWidth={1.5} aria-hidden="true" className="text-good" />
            Followed up {formatAgo(followedUpAt)}
            {onUndo && (
              <button
                type="button"
                className="min-h-8 px-1 font-medium text-gold-ink underline underline-offset-4"
                onClick={onUndo}
              >
                Undo
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

function Author({ suggestions, reason }: { suggestions: Suggestion[]; reason: string | null }) {
  const { data: account } = useAccount();
  const name = account?.abilities.languageModel?.name ?? 'a language model';
  const isByModel = suggestions.some(({ writtenBy }) => writtenBy === 'model');
  const words = isByModel
    ? `Written by ${name} from what is listed below each text. Please read it before you send it.`
    : 'Composed on this server, without an AI model.';
  return <p className="mt-4 text-sm text-ink-2 wrap-anywhere">{reason ?? words}</p>;
}

/** A reminder for people who would rather write another day. */
function Later({ contact }: { contact: Person }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-4 border-t border-line pt-2">
      <Disclosure label="Not now? Set a reminder" isQuiet isOpen={isOpen} onChange={setIsOpen}>
        <ReminderForm person={contact} onDone={() => setIsOpen(false)} />
      </Disclosure>
    </div>
  );
}

const HowTo = () => (
  <section className="mt-6 text-sm text-ink-2">
    <h3 className="font-medium text-ink">How to use these suggestions</h3>
    <ol className="mt-1 list-decimal space-y-1 pl-5">
      {HOW_TO.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </section>
);
