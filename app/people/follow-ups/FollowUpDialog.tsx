import { CheckCheck } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { CallError, fixedMessageOf, messageOf } from '#app/frame/api/call.ts';
import { formatAgo } from '#app/frame/dates.ts';
import { ErrorState } from '#app/frame/LoadFailed.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useLeaving } from '#app/frame/use-leaving.tsx';
import { useMayRemind } from '#app/messages/notices/may-remind.ts';
import { formatRole } from '#shared/cards/role.ts';
import { capitalize } from '#shared/formats/capitalize.ts';
import type { Person } from '#shared/people/contacts.ts';
import type { FollowUpWish, Suggestion } from '#shared/people/follow-ups.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { type Asked, useNoteFollowUp, useSuggestions } from './follow-ups.queries.ts';
import { SuggestedDraft } from './SuggestedDraft.tsx';
import { useEditedDrafts } from './use-edited-drafts.ts';
import { useRecipient } from './use-recipient.ts';
import { WishForm } from './WishForm.tsx';

const FAILED = 'Failed to generate suggestions. Please try again.';
const HOW_TO = [
  'Copy the message you like best.',
  'Paste it into your email or messaging app.',
  'Personalize it: a detail only you know makes it yours.',
];
/** Few people need it: the dialog does not wait for it. */
const ReminderForm = lazyAddition(
  async () => (await import('#app/messages/notices/ReminderForm.tsx')).ReminderForm,
);

/** Messages to send to a contact after meeting them, one at a time. Nothing is sent from here. */
export function FollowUpDialog({ contact, onClose }: { contact: Person; onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>({ wish: null, count: 0 });
  const { suggestions, reason, isFetching, error, retry } = useSuggestions(contact.id, asked);
  const { followedUpAt, note, undo } = useNoteFollowUp(contact);
  const { kept, keep, note: noteEdit, noteUsed, hasUnused } = useEditedDrafts();
  const { leave, question } = useLeaving(hasUnused, onClose);
  const { recipient, choices } = useRecipient(contact);
  const mayRemind = useMayRemind(contact);
  const [isReminding, setIsReminding] = useState(false);
  const { fresh: _fresh, ...wish } = asked.wish ?? {};
  // The latest suggestion, so that the form says the language while others are written.
  const [first] = suggestions;
  const [language, setLanguage] = useState(first?.language);
  if (first?.language && first.language !== language) setLanguage(first.language);
  const ask = (next: FollowUpWish, isAgain: boolean) => {
    keep();
    setAsked(({ count }) => ({ wish: { ...next, ...(isAgain && { fresh: true }) }, count: count + 1 }));
  };
  const askAgain = () => {
    keep();
    retry();
  };
  const drafts = useRef<HTMLDivElement>(null);
  const stopReminding = () => {
    setIsReminding(false);
    drafts.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  };
  const draftOf = (suggestion: Suggestion) => (
    <SuggestedDraft
      suggestion={suggestion}
      contact={recipient}
      onUsed={(way) => {
        noteUsed(suggestion);
        note(way);
      }}
      onRemind={mayRemind ? () => setIsReminding(true) : undefined}
      onEdit={(draft) => noteEdit(suggestion, draft)}
    />
  );
  return (
    <Dialog isOpen onClose={leave} title={`AI Follow-up Suggestions for ${contact.fullName}`}>
      <Summary contact={contact} followedUpAt={followedUpAt} onUndo={undo} />
      <p role="status" className={isFetching ? 'mt-4 flex items-center gap-3 text-ink-2' : 'sr-only'}>
        {isFetching && <Spinner />}
        {isFetching ? 'Generating personalized follow-up suggestions...' : countOf(suggestions)}
      </p>
      <div ref={drafts} className="mt-3" aria-busy={isFetching}>
        {(first || (kept.length > 0 && !isFetching)) && (
          <Drafts key={asked.count} suggestions={suggestions} kept={kept} draftOf={draftOf} />
        )}
        {isFetching && !first && <Skeleton className="h-80" />}
      </div>
      {error && !isFetching && (
        <div className="mt-4">
          <ErrorState message={sentenceOf(error)} onRetry={askAgain} />
        </div>
      )}
      {isReminding && (
        <Suspense>
          <Later contact={contact} onDone={stopReminding} />
        </Suspense>
      )}
      {(first || asked.count > 0) && (
        <>
          <Recipients choices={choices} />
          <WishForm wish={wish} language={language} isPending={isFetching} onAsk={ask} />
        </>
      )}
      {first && !isFetching && (
        <>
          <Author suggestions={suggestions} reason={reason} />
          <HowTo />
        </>
      )}
      {question}
    </Dialog>
  );
}

/** For people who would rather write another day. */
function Later({ contact, onDone }: { contact: Person; onDone: () => void }) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  return (
    <div ref={form} className="mt-2 border-t border-line pt-4">
      <ReminderForm person={contact} onDone={onDone} />
    </div>
  );
}

interface DraftsProps {
  suggestions: Suggestion[];
  /** Drafts from before that the owner changed. */
  kept: Suggestion[];
  draftOf: (suggestion: Suggestion) => ReactNode;
}

/** A tab for each suggestion, by its tone; what was typed into one stays while another is read. */
function Drafts({ suggestions, kept, draftOf }: DraftsProps) {
  const [open, setOpen] = useState('0');
  const labelOf = ({ type, tone }: Suggestion, index: number) =>
    suggestions.findIndex((one) => one.tone === tone) === index
      ? capitalize(tone)
      : `${capitalize(tone)} (${type})`;
  const tabs = [
    ...suggestions.map((one, index) => ({
      value: String(index),
      label: labelOf(one, index),
      content: draftOf(one),
    })),
    ...kept.map((one, index) => ({
      value: `kept-${index}`,
      label: kept.length === 1 ? 'Your draft' : `Your draft ${index + 1}`,
      content: draftOf(one),
    })),
  ];
  // Where no new suggestion came, what was kept is open.
  const value = tabs.some((tab) => tab.value === open) ? open : (tabs[0]?.value ?? '');
  return <Tabs label="Tone" tabs={tabs} value={value} onChange={setOpen} keepMounted />;
}

/** Which of several addresses and numbers is written to. */
function Recipients({ choices }: Pick<ReturnType<typeof useRecipient>, 'choices'>) {
  if (choices.length === 0) return null;
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
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
  followedUpAt: string | null;
  onUndo: (() => void) | undefined;
}

function Summary({ contact, followedUpAt, onUndo }: SummaryProps) {
  const about = [formatRole(contact), contact.cardName && `Met via ${contact.cardName}`].filter(Boolean);
  return (
    <div className="-mt-2">
      <div className="flex items-center gap-3">
        <Avatar name={contact.fullName} image={contact.profileImage} size={40} />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{contact.fullName}</p>
          {about.length > 0 && <p className="text-sm text-ink-2 wrap-anywhere">{about.join(' · ')}</p>}
        </div>
      </div>
      <div role="status" className="text-sm text-ink-2">
        {followedUpAt && (
          <p className="mt-2 flex flex-wrap items-center gap-x-2">
            <CheckCheck size={16} className="text-good" />
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
    ? `Written by ${name} from the facts above. Check before sending.`
    : 'Written from the facts above, without an AI model.';
  return <p className="mt-4 text-sm text-ink-2 wrap-anywhere">{reason ?? words}</p>;
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
