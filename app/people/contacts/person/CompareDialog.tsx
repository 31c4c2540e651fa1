import { useState } from 'react';
import { SideChoice } from '#app/frame/compare/SideChoice.tsx';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { CONTACT_FIELDS } from '#shared/people/contact-fields.ts';
import type { ContactLink, FollowedName, LinkChange } from '#shared/people/contact-links.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';
import { useDecide } from './links.queries.ts';
import { TheirCard } from './TheirCard.tsx';

type Side = 'mine' | 'theirs';
type Sides = Partial<Record<FollowedName, Side>>;

interface CompareDialogProps {
  contact: WholeContact;
  link: ContactLink;
  onClose: () => void;
}

/** News on a card next to the contact's own values: taken over or declined, field by field. */
export function CompareDialog({ contact, link, onClose }: CompareDialogProps) {
  const decide = useDecide(contact.id, link.id);
  const [chosen, setChosen] = useState<Sides>({});
  const { changes, isAlike } = link;
  // A card with another name or address may be somebody else's.
  const sideOf = (field: FollowedName) => chosen[field] ?? (isAlike ? 'theirs' : undefined);
  const valuesOf = (side: Side) =>
    Object.fromEntries(
      changes.filter(({ field }) => sideOf(field) === side).map(({ field, to }: LinkChange) => [field, to]),
    );
  const [accepted, declined] = [valuesOf('theirs'), valuesOf('mine')];
  const [taken, kept] = [accepted, declined].map((values) => Object.keys(values).length > 0);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`New details from ${link.name ?? contact.fullName}`}
      description="Choose which details to keep. We won’t ask again about those until their card changes."
    >
      <div className="mb-5">
        <TheirCard link={link} />
        {!isAlike && (
          <p className="text-sm text-ink-2">
            It does not have this contact’s name and address, so nothing is chosen for you.
          </p>
        )}
      </div>
      <div className="space-y-5">
        {changes.map(({ field, from, to }) => (
          <SideChoice<Side>
            key={field}
            name={field}
            label={CONTACT_FIELDS[field].label}
            sides={[
              { side: 'mine', title: 'Yours', value: from },
              { side: 'theirs', title: 'On their card', value: to },
            ]}
            chosen={sideOf(field)}
            onChoose={(side) => setChosen({ ...chosen, [field]: side })}
          />
        ))}
      </div>
      <ButtonRow className="mt-6">
        <Button variant="secondary" onClick={onClose}>
          Decide Later
        </Button>
        <Button
          disabled={!taken && !kept}
          isPending={decide.isPending}
          pendingLabel="Updating..."
          onClick={() => decide.mutate({ accepted, declined }, { onSuccess: onClose })}
        >
          {kept && !taken ? 'Keep Yours' : 'Update Contact'}
        </Button>
      </ButtonRow>
    </Dialog>
  );
}
