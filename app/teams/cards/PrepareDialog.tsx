import { useState } from 'react';
import { useLeavingTyped } from '#app/frame/use-leaving.tsx';
import { ClaimCost } from '#app/teams/billing/ClaimCost.tsx';
import { ChooseList } from '#app/teams/lists/ChooseList.tsx';
import { MailNote } from '#app/teams/team/MailNote.tsx';
import type { Invite } from '#shared/teams/claims.ts';
import { INVITE_DAYS } from '#shared/teams/limits.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Segments } from '#ui/Segments.tsx';
import { toast } from '#ui/Toast.tsx';
import { PrepareList } from './PrepareList.tsx';
import { PrepareOne } from './PrepareOne.tsx';

const WAYS = [
  { value: 'one', label: 'One person' },
  { value: 'list', label: 'A list' },
  { value: 'file', label: 'A file' },
] as const;

/** Asks for whom cards are prepared: one person, a list that is pasted, or a file. */
export function PrepareDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('one');
  const { leave, question, setTyped } = useLeavingTyped(onClose);
  const finish = (prepared: readonly Invite[]) => {
    tellPrepared(prepared);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={leave}
      title="Prepare cards"
      description={`Each person gets an invite by email, good for ${INVITE_DAYS} days. Their card goes public once they claim it.`}
    >
      <Segments label="For whom" options={WAYS} value={way} onChange={setWay} className="mb-5" />
      <ClaimCost team={team} className="mb-5" />
      <MailNote className="mb-5" />
      {/* The others keep what was typed into them. */}
      <div onChange={() => setTyped(true)}>
        <div hidden={way !== 'one'}>
          <PrepareOne teamId={team.id} onPrepared={finish} onCancel={leave} />
        </div>
        <div hidden={way !== 'list'}>
          <PrepareList teamId={team.id} onPrepared={finish} onCancel={leave} />
        </div>
      </div>
      {way === 'file' && <ChooseList teamId={team.id} onUploaded={onClose} />}
      {question}
    </Dialog>
  );
}

function tellPrepared(prepared: readonly Invite[]): void {
  const unsent = prepared.filter(({ problem }) => problem !== null).length;
  const [first] = prepared;
  toast({
    title:
      prepared.length === 1 ? `Card prepared for ${first?.fullName}` : `${prepared.length} cards prepared`,
    ...(unsent > 0 && {
      description:
        unsent === 1
          ? 'One invite wasn’t sent: the list says why.'
          : `${unsent} invites weren’t sent: the list says why.`,
    }),
  });
}
