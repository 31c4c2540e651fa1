import { counted } from '#app/frame/counted.ts';
import { formatMoment } from '#app/frame/dates.ts';
import { ARCHIVE_WAITING_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { AccountImport, ArchivedCard } from '#shared/portability/archive.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';
import { ArchivedCards, ArchiveNotes } from './ArchivedCards.tsx';
import { useDiscardArchive, useStartArchive } from './archive.queries.ts';

type Preview = NonNullable<AccountImport['preview']>;

const TIES = {
  account: 'This is your own export, so cards keep their links and analytics.',
  address:
    'This export is from an account with your email, so cards keep their analytics, and their links where they’re free.',
};
const NO_TIE = 'This export is from elsewhere, so cards get new links and their analytics start at zero.';

const CHANGED =
  'This export was changed, so cards get new links and their analytics start at zero. Check what’s in it first.';

const waitsUntil = ({ createdAt }: AccountImport) =>
  new Date(Date.parse(createdAt) + ARCHIVE_WAITING_DAYS * DAY_MS).toISOString();

const wordsFor = ({ outcome, keepsId }: ArchivedCard): string =>
  ({
    added: keepsId ? 'Restored with its link' : 'Gets a new link',
    restored: 'Restored with its link',
    there: 'Already in your account',
    left_out: 'Skipped',
  })[outcome];

/** The content of an archive, and its outcome; nothing happens before it is confirmed. */
export function ArchivePlan({ one, preview }: { one: AccountImport; preview: Preview }) {
  const start = useStartArchive(one.id);
  const discard = useDiscardArchive(one.id);
  const { writtenAt, isChanged, tie, cards, contacts, photos, media, leads, views, notes } = preview;
  const hasFigures = cards.some(({ outcome, keepsId }) => outcome === 'added' && keepsId);
  const besides = [
    counted(contacts, 'contact'),
    ...(photos > 0 ? [`${photos.toLocaleString()} with a photo`] : []),
    ...(media > 0 ? [counted(media, 'media file')] : []),
    ...(hasFigures ? [counted(views, 'view'), counted(leads, 'lead')] : []),
  ];
  return (
    <div className="space-y-5">
      <div>
        <p className="font-medium wrap-anywhere">{one.fileName}</p>
        {writtenAt && (
          <p className="text-sm text-ink-2">
            Written <time dateTime={writtenAt}>{formatMoment(writtenAt)}</time>
          </p>
        )}
        <p className="mt-2">{isChanged ? CHANGED : tie ? TIES[tie] : NO_TIE}</p>
      </div>
      <ArchivedCards cards={cards} words={wordsFor} />
      <div>
        <p>Also: {besides.join(', ')}.</p>
        <p className="mt-1 text-sm text-ink-2">
          Contacts already in your list are skipped. Photos and videos count toward your storage.
        </p>
        <p className="mt-1 text-sm text-ink-2">
          We keep this file until {formatMoment(waitsUntil(one))}. After that, upload it again.
        </p>
        {notes.length > 0 && (
          <div className="mt-3">
            <p className="text-sm font-medium">Skipped</p>
            <ArchiveNotes notes={notes} />
          </div>
        )}
      </div>
      <ButtonRow>
        <Button
          variant="secondary"
          data-takes-focus=""
          isPending={discard.isPending}
          onClick={() => discard.mutate()}
        >
          Discard
        </Button>
        <Button isPending={start.isPending} onClick={() => start.mutate()}>
          Start Import
        </Button>
      </ButtonRow>
    </div>
  );
}
