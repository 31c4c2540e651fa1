import { lazy, useRef, useState } from 'react';
import { useMyTeams, useUser } from '#app/accounts/auth/auth.queries.ts';
import { useStoredCard, useUpdateCard } from '#app/cards/cards/cards.queries.ts';
import { findDetailChanges } from '#app/cards/everywhere/detail-changes.ts';
import { leaveOffer } from '#app/cards/everywhere/offer.ts';
import { accountHere } from '#app/frame/api/account-here.ts';
import { CallError } from '#app/frame/api/call.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useNavigate, useParams } from '#app/frame/navigation/router.tsx';
import { backHere } from '#app/frame/paths.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { toast } from '#ui/Toast.tsx';
import { BrandOfCard } from './brand/brand-of-card.ts';
import { CardEditor } from './CardEditor.tsx';
import { fillForm } from './card-form.ts';
import { EditorBar } from './EditorBar.tsx';
import { LoadingCard } from './LoadingCard.tsx';

/** Few people see these: the form does not carry them. */
const CardNotFound = lazy(async () => ({ default: (await import('./Blocked.tsx')).CardNotFound }));
const TeamSuspended = lazy(async () => ({ default: (await import('./Blocked.tsx')).TeamSuspended }));

export function EditPage() {
  const { id = '' } = useParams();
  const user = useUser();
  const teams = useMyTeams();
  const { data: card, error, refetch } = useStoredCard(id);
  /** A form that is open stays: what is typed could not be copied any more, and a file on its way would be lost. */
  const opened = useRef('');
  if (!user) return null;
  const isMissing = error instanceof CallError && error.status === 404;
  // Only the owner is told how often a card was viewed.
  const isForeign = card !== undefined && card.viewCount === undefined;
  if (isMissing || isForeign) return <CardNotFound />;
  const team = teams.find((one) => one.id === card?.userId);
  if (team?.isSuspended && opened.current !== id) return <TeamSuspended name={team.name} />;
  if (card) {
    opened.current = id;
    return <StoredCard key={id} card={card} onRefused={() => void refetch()} />;
  }
  return (
    <>
      <EditorBar title="Edit Card" />
      {error ? <LoadFailed error={error} retry={refetch} /> : <LoadingCard label="Loading card..." />}
    </>
  );
}

function StoredCard({ card, onRefused }: { card: SeenCard; onRefused: () => void }) {
  const navigate = useNavigate();
  const update = useUpdateCard(card.id);
  const [before] = useState(card);
  const [start] = useState(() => fillForm(card));
  return (
    <BrandOfCard value={card.brand}>
      <CardEditor
        start={start}
        cardId={card.id}
        version={card.version}
        save={async (body) => {
          // A field that the team has locked meanwhile is shown so.
          const saved = await update.mutateAsync(body).catch((error) => {
            if (error instanceof CallError && error.status === 403) onRefused();
            throw error;
          });
          const changes = findDetailChanges(before, saved);
          if (changes.length > 0 && !accountHere()) leaveOffer({ cardId: card.id, changes });
        }}
        onSaved={() => {
          toast({ title: 'Success!', description: 'Your digital business card has been updated.' });
          void navigate(backHere().to);
        }}
      />
    </BrandOfCard>
  );
}
