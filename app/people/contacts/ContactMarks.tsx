import { AlarmClock, Ban, MoreHorizontal, NotebookPen, Star, Trash2 } from 'lucide-react';
import { useTeamHere, useTeamOf } from '#app/accounts/auth/TeamChips.tsx';
import { useMayRemind } from '#app/messages/notices/may-remind.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { REVEALED } from './ContactActions.tsx';
import { useToggleFavorite } from './contacts.queries.ts';
import type { PersonProps } from './people.ts';
import { useBlockSender } from './review/unreviewed.queries.ts';

/** The star and the menu at the end of a row; a lead has no star or notes until it becomes a contact. */
export function ContactMarks({ person, onOpen }: PersonProps) {
  const favorite = useToggleFavorite(person.id);
  const blockSender = useBlockSender();
  const isOfTeam = useTeamOf(person) !== undefined;
  const isMember = useTeamHere()?.role === 'member';
  const { fullName, email, isFavorite, isLead, notes } = person;
  const changeNotes = {
    label: notes ? 'Edit Notes' : 'Add Notes',
    icon: <NotebookPen size={18} />,
    onSelect: () => onOpen('notes', person),
  };
  const remind = {
    label: 'Remind Me',
    icon: <AlarmClock size={18} />,
    onSelect: () => onOpen('reminder', person),
  };
  const mayRemind = useMayRemind(person);
  // Whom a team hears from, those who run it decide in its own list.
  const block =
    email && !isOfTeam && !isMember
      ? [{ label: 'Block Sender', icon: <Ban size={18} />, onSelect: () => blockSender.mutate(email) }]
      : [];
  const remove = {
    label: isLead ? 'Delete Lead' : 'Delete Contact',
    icon: <Trash2 size={18} />,
    isDanger: true,
    onSelect: () => onOpen('delete', person),
  };
  return (
    <div className="-mr-3 flex">
      {!isLead && (
        <Button
          variant="quiet"
          size="small"
          title="Favorite"
          aria-label={`Favorite: ${fullName}`}
          aria-pressed={isFavorite}
          className={isFavorite ? '' : REVEALED}
          onClick={() => favorite.mutate(person)}
        >
          <Star size={18} className={isFavorite ? 'fill-gold text-gold-ink' : ''} />
        </Button>
      )}
      <Menu
        items={[...(isLead ? [] : [changeNotes]), ...(mayRemind ? [remind] : []), ...block, remove]}
        trigger={
          <Button
            variant="quiet"
            size="small"
            className={REVEALED}
            title="More"
            aria-label={`More about ${fullName}`}
          >
            <MoreHorizontal size={18} />
          </Button>
        }
      />
    </div>
  );
}
