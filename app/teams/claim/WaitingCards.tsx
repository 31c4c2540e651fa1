import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, urlOf } from '#app/frame/api/call.ts';
import { Banner } from '#app/teams/team/Banner.tsx';
import type { ClaimBody, WaitingCard } from '#shared/teams/claims.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/Toast.tsx';
import { ClaimDetails } from './ClaimDetails.tsx';

const waitingUrl = (id: string) => urlOf('GET /api/teams/{id}/waiting', { params: { id } });

/** Cards of the team that the reader was asked to take over; nothing if there are none. */
export function WaitingCards({ team }: { team: Team }) {
  const { data: cards = [] } = useQuery({
    queryKey: [waitingUrl(team.id)],
    queryFn: () => call('GET /api/teams/{id}/waiting', { params: { id: team.id } }),
    refetchOnMount: 'always',
  });
  return cards.map((card) => <Waiting key={card.inviteId} card={card} team={team} />);
}

function Waiting({ card, team }: { card: WaitingCard; team: Team }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Banner
      title={`A card of ${team.name} is waiting for you`}
      text={card.problem ?? `${card.invitedBy} hands it to you, with everyone it has met.`}
    >
      {card.problem === null && <Button onClick={() => setIsOpen(true)}>Claim This Card</Button>}
      {isOpen && <ClaimDialog card={card} team={team} onClose={() => setIsOpen(false)} />}
    </Banner>
  );
}

interface ClaimDialogProps {
  card: WaitingCard;
  team: Team;
  onClose: () => void;
}

function ClaimDialog({ card: { inviteId, fullName, email }, team, onClose }: ClaimDialogProps) {
  const client = useQueryClient();
  const params = { id: team.id, inviteId };
  const claim = useMutation({
    mutationFn: (body: ClaimBody) => call('POST /api/teams/{id}/waiting/{inviteId}', { params, body }),
    meta: { failure: { fallback: 'We couldn’t claim the card. Please try again.' } },
    // Not awaited: this dialog goes with the list of waiting cards.
    onSuccess: () => void client.invalidateQueries(),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Claim this card"
      description="This card belonged to someone else. Add your details; you can change them anytime."
    >
      <ClaimDetails
        fullName={fullName}
        email={email}
        isPending={claim.isPending}
        error={claim.error}
        onClaim={(details) =>
          claim.mutate(
            { details },
            {
              onSuccess() {
                toast({ title: 'It’s yours', description: 'Everyone it has met is in your contacts.' });
                onClose();
              },
            },
          )
        }
      />
    </Dialog>
  );
}
