import { useState } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { useCards } from '#app/cards/cards/cards.queries.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Account } from '#shared/accounts/account.ts';
import type { Card } from '#shared/cards/cards.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';
import { useSaveEverywhere } from './everywhere.queries.ts';
import type { Offer } from './offer.ts';
import { findAccountNumber, findCardPlaces, hasOldAddress } from './places.ts';

interface EverywhereProps {
  offer: Offer;
  onClose: () => void;
}

/** Nothing to ask for most people, whose other cards have other details. */
export function EverywhereDialog(props: EverywhereProps) {
  const { data: cards } = useCards();
  const { data: account } = useAccount();
  return cards && account && <Places {...props} cards={cards} account={account} />;
}

interface PlacesProps extends EverywhereProps {
  cards: Card[];
  account: Account;
}

const NOUNS = { phone: 'number', email: 'email', company: 'company' };
/** The key of the account among the cards' ids. */
const ACCOUNT = 'account';
const LIST = new Intl.ListFormat('en');

function titleOf({ changes: [first, ...others] }: Offer): string {
  const isOne = first && others.every(({ detail }) => detail === first.detail);
  return `Use the new ${isOne ? NOUNS[first.detail] : 'details'} everywhere?`;
}

/** The places that are chosen, which all are at first, and the call that saves them. */
function useChosen({ offer, onClose, cards, account }: PlacesProps) {
  const save = useSaveEverywhere();
  const [left, setLeft] = useState<readonly string[]>([]);
  const places = findCardPlaces(offer, cards);
  const phoneNumber = findAccountNumber(offer, account);
  const chosen = places.filter(({ card }) => !left.includes(card.id));
  const isForAccount = phoneNumber !== undefined && !left.includes(ACCOUNT);
  const submit = () =>
    save.mutate(
      {
        cards: chosen.map(({ card, fields }) => ({ id: card.id, baseVersion: card.version, ...fields })),
        ...(isForAccount && { phoneNumber }),
      },
      {
        onSuccess() {
          const names = [...chosen.map(({ card }) => card.name), ...(isForAccount ? ['your account'] : [])];
          toast({ title: 'Success!', description: `Updated ${LIST.format(names)}.` });
          onClose();
        },
      },
    );
  return {
    choices: [
      ...places.map(({ card, labels }) => ({ id: card.id, label: card.name, hint: labels.join(', ') })),
      ...(phoneNumber === undefined ? [] : [{ id: ACCOUNT, label: 'Account', hint: 'Phone number' }]),
    ],
    isChosen: (id: string) => !left.includes(id),
    toggle: (id: string) => setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]),
    isNone: chosen.length === 0 && !isForAccount,
    isPending: save.isPending,
    submit,
  };
}

function Places(props: PlacesProps) {
  const { offer, onClose, account } = props;
  const { choices, isChosen, toggle, isNone, isPending, submit } = useChosen(props);
  const isAddressOld = hasOldAddress(offer, account);
  if (choices.length === 0 && !isAddressOld) return null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={titleOf(offer)}
      description={offer.changes.map(({ from, to }) => `${from} → ${to}`).join(', ')}
    >
      {choices.map(({ id, ...words }) => (
        <Checkbox key={id} {...words} checked={isChosen(id)} onChange={() => toggle(id)} />
      ))}
      {isAddressOld && (
        <p className="py-2">
          Your account has the old email, too.{' '}
          <Link to={paths.dashboardTab('settings')} onClick={onClose} className={LINK}>
            Change it in Settings
          </Link>
        </p>
      )}
      <Unchanged cardId={offer.cardId} />
      <ButtonRow className="mt-6">
        <Button variant="secondary" onClick={onClose}>
          Not now
        </Button>
        {choices.length > 0 && (
          <Button disabled={isNone} isPending={isPending} pendingLabel="Updating..." onClick={submit}>
            Update
          </Button>
        )}
      </ButtonRow>
    </Dialog>
  );
}

const LINK = 'inline-flex min-h-6 items-center text-gold-ink underline underline-offset-4';

/** Copies of the card that nobody but its owner can renew, and where they are made. */
function Unchanged({ cardId }: { cardId: string }) {
  const copies = [
    ['signature', 'Email signature'],
    ['print', 'Printed cards'],
    ['qr', 'Offline contact code'],
  ] as const;
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3 className="text-sm text-ink-2">These don’t change by themselves</h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {copies.map(([part, label]) => (
          <li key={part}>
            <Link to={paths.shareCard(cardId, part)} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
