import type { AccountImport, ArchivedCard } from '#shared/portability/archive.ts';
import { Button } from '#ui/Button.tsx';
import { ArchivedCards, ArchiveNotes } from './ArchivedCards.tsx';
import { sayCount } from './archive-words.ts';

const wordsFor = ({ outcome, keepsId }: ArchivedCard): string =>
  ({
    added: keepsId ? 'Back with its link' : 'Added with a new link',
    restored: 'Back with its link',
    there: 'Was there already',
    left_out: 'Left out',
  })[outcome];

interface ArchiveResultProps {
  one: AccountImport;
  onClose: () => void;
  onAnother: () => void;
}

/** The outcome of an archive, and the parts left out. */
export function ArchiveResult({ one, onClose, onAnother }: ArchiveResultProps) {
  return (
    <div className="space-y-5">
      <div role="status">
        <p className="font-medium wrap-anywhere">{one.fileName}</p>
        <p className="mt-1">{one.error ?? 'Your archive is in.'}</p>
      </div>
      {one.state === 'done' && <Outcome one={one} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onAnother}>
          Choose Another
        </Button>
        <Button data-takes-focus="" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function Outcome({ one: { cards, contacts, figures, preview } }: { one: AccountImport }) {
  const { views, leads } = figures;
  return (
    <>
      <ArchivedCards cards={cards} words={wordsFor} />
      {contacts && <Contacts contacts={contacts} />}
      {views + leads > 0 && (
        <p>
          Figures: {sayCount(views, 'view')} and {sayCount(leads, 'lead')} are back.
        </p>
      )}
      {preview && preview.notes.length > 0 && (
        <div>
          <p className="text-sm font-medium">Left out</p>
          <ArchiveNotes notes={preview.notes} />
        </div>
      )}
    </>
  );
}

function Contacts({ contacts }: { contacts: NonNullable<AccountImport['contacts']> }) {
  const { added, skipped, failed, photosLeftOut } = contacts;
  const parts = [
    `${sayCount(added, 'contact')} added`,
    ...(skipped > 0 ? [`${skipped.toLocaleString()} skipped, already in your list`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString()} not imported`] : []),
    ...(photosLeftOut > 0 ? [`${sayCount(photosLeftOut, 'photo')} left out`] : []),
  ];
  return (
    <p>
      {parts.join(', ')}.{added > 0 && ' For 30 days, they can be taken back under Import contacts.'}
    </p>
  );
}
