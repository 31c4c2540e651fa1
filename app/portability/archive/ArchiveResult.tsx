import { counted } from '#app/frame/counted.ts';
import type { AccountImport, ArchivedCard } from '#shared/portability/archive.ts';
import { Button } from '#ui/Button.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { ArchivedCards, ArchiveNotes } from './ArchivedCards.tsx';

const wordsFor = ({ outcome, keepsId }: ArchivedCard): string =>
  ({
    added: keepsId ? 'Restored with its link' : 'Added with a new link',
    restored: 'Restored with its link',
    there: 'Already here',
    left_out: 'Skipped',
  })[outcome];

interface ArchiveResultProps {
  one: AccountImport;
  onClose: () => void;
  onAnother: () => void;
}

/** The outcome of an archive, and the parts left out: also of one that failed halfway. */
export function ArchiveResult({ one, onClose, onAnother }: ArchiveResultProps) {
  return (
    <div className="space-y-5">
      <div role="status">
        <p className="font-medium wrap-anywhere">{one.fileName}</p>
        <p className="mt-1">{one.error ?? 'Import complete.'}</p>
      </div>
      {(one.state === 'done' || one.cards.length > 0 || one.contacts) && <Outcome one={one} />}
      <DoneButton onClick={onClose}>
        <Button variant="secondary" onClick={onAnother}>
          Choose Another
        </Button>
      </DoneButton>
    </div>
  );
}

function Outcome({ one: { cards, contacts, figures, preview } }: { one: AccountImport }) {
  const { views, leads } = figures;
  const restored = [
    ...(views > 0 ? [counted(views, 'view')] : []),
    ...(leads > 0 ? [counted(leads, 'lead')] : []),
  ];
  return (
    <>
      <ArchivedCards cards={cards} words={wordsFor} />
      {contacts && <Contacts contacts={contacts} />}
      {restored.length > 0 && <p>Analytics: {restored.join(' and ')} restored.</p>}
      {preview && preview.notes.length > 0 && (
        <div>
          <p className="text-sm font-medium">Skipped</p>
          <ArchiveNotes notes={preview.notes} />
        </div>
      )}
    </>
  );
}

function Contacts({ contacts }: { contacts: NonNullable<AccountImport['contacts']> }) {
  const { added, skipped, failed, photosLeftOut } = contacts;
  const parts = [
    `${counted(added, 'contact')} added`,
    ...(skipped > 0 ? [`${skipped.toLocaleString()} already in your list`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString()} not imported`] : []),
    ...(photosLeftOut > 0 ? [`${counted(photosLeftOut, 'photo')} skipped`] : []),
  ];
  return (
    <p>
      {parts.join(', ')}.{added > 0 && ' You can undo this for 30 days under Import contacts.'}
    </p>
  );
}
