import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { refreshAccount, useAccount, useUser } from '#app/accounts/auth/auth.queries.ts';
import { useCards, useCreateCard } from '#app/cards/cards/cards.queries.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { User } from '#shared/accounts/account.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';
import { toast } from '#ui/Toast.tsx';
import { CardEditor } from './CardEditor.tsx';
import { emptyForm } from './card-form.ts';
import { EditorBar } from './EditorBar.tsx';
import { LoadingCard } from './LoadingCard.tsx';

const AboveForm = lazyAddition(async () => (await import('./NewCardPrice.tsx')).AboveForm);
/** Few people see these: the form does not carry them. */
const NoNewCard = lazy(async () => ({ default: (await import('./Blocked.tsx')).NoNewCard }));

export function CreatePage() {
  const user = useUser();
  const { data: cards, error, refetch } = useCards();
  const [hasStarted, setHasStarted] = useState(false);
  // A tab may be open since before the trial ended.
  const isTrial = user?.subscriptionStatus === 'trial';
  const isOver = isTrial && Date.parse(user.trialEndsAt ?? '') <= Date.now();
  const { data: account, isFetchedAfterMount } = useAccount({
    refetchOnMount: isOver ? 'always' : true,
  });
  const [wasAllowed, setWasAllowed] = useState(false);
  const isExpired = user?.subscriptionStatus === 'expired';
  // The card created here may be the last one allowed, or the trial end meanwhile: the form must not turn into a refusal while it is used.
  if (!hasStarted && cards && cards.length < CARD_LIMIT) setHasStarted(true);
  if (!wasAllowed && account && !isExpired && (isFetchedAfterMount || !isOver)) setWasAllowed(true);
  if (!user) return null;
  if (isExpired && !wasAllowed) return <NoNewCard isExpired />;
  if (cards && !hasStarted) return <NoNewCard />;
  if (cards && (wasAllowed || !isOver))
    return <NewCard user={user} isEnded={isExpired} isFirst={cards.length === 0} />;
  return (
    <>
      <EditorBar title="Create Card" />
      {error ? <LoadFailed error={error} retry={refetch} /> : <LoadingCard label="Loading..." />}
    </>
  );
}

/** The first card has the name that most people give it. */
function NewCard({ user, isEnded, isFirst }: { user: User; isEnded: boolean; isFirst: boolean }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useCreateCard();
  const [start] = useState(() =>
    emptyForm({ fullName: user.fullName, primaryEmail: user.email, name: isFirst ? 'Work' : '' }),
  );
  return (
    <CardEditor
      start={start}
      cardId={null}
      // The trial or the subscription may have ended meanwhile.
      save={(body) => create.mutateAsync(body, { onError: () => refreshAccount(client) })}
      onSaved={() => {
        toast({ title: 'Success!', description: 'Your digital business card has been created.' });
        void navigate(paths.dashboard);
      }}
    >
      <Suspense fallback={<p className="card-price" />}>
        {(isEnded || user.hasPaid) && <AboveForm isEnded={isEnded} />}
      </Suspense>
    </CardEditor>
  );
}
