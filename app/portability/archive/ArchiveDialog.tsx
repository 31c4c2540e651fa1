import { useState } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import type { AccountImport } from '#shared/portability/archive.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { Progress } from '#ui/Progress.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ArchivePlan } from './ArchivePlan.tsx';
import { ArchiveResult } from './ArchiveResult.tsx';
import { isArchiveMoving, useArchives, useDiscardArchive } from './archive.queries.ts';
import { ChooseArchive } from './ChooseArchive.tsx';

/** A whole account from its archive. After leaving and coming back, the import is as far as it is. */
export function ArchiveDialog({ onClose }: { onClose: () => void }) {
  const { data: archives, error, refetch } = useArchives();
  const [isAnother, setIsAnother] = useState(false);
  const newest = archives?.find(({ state }) => state !== 'canceled');
  const isOver = newest && !isArchiveMoving(newest) && newest.state !== 'ready';
  const shown = isAnother && isOver ? undefined : newest;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Import an archive"
      description="Restore cards, media, contacts, and analytics from an Export Everything file."
    >
      {!archives && error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : !archives ? (
        <Skeleton className="h-56" />
      ) : shown ? (
        <Shown one={shown} onClose={onClose} onAnother={() => setIsAnother(true)} />
      ) : (
        <ChooseArchive onUploaded={() => setIsAnother(false)} />
      )}
    </Dialog>
  );
}

interface ShownProps {
  one: AccountImport;
  onClose: () => void;
  onAnother: () => void;
}

function Shown({ one, onClose, onAnother }: ShownProps) {
  if (one.state === 'reading') return <Reading one={one} />;
  if (one.state === 'ready' && one.preview) return <ArchivePlan one={one} preview={one.preview} />;
  if (isArchiveMoving(one)) return <Running one={one} onClose={onClose} />;
  return <ArchiveResult one={one} onClose={onClose} onAnother={onAnother} />;
}

function Reading({ one }: { one: AccountImport }) {
  const discard = useDiscardArchive(one.id);
  return (
    <div className="space-y-5">
      <div className="space-y-2">
        <p className="font-medium wrap-anywhere">{one.fileName}</p>
        <Progress label={`Reading ${one.fileName}`} fraction={0} />
        <p role="status" className="text-sm text-ink-2">
          Reading the archive...
        </p>
      </div>
      <div className="flex justify-end">
        <Button variant="secondary" isPending={discard.isPending} onClick={() => discard.mutate()}>
          Discard
        </Button>
      </div>
    </div>
  );
}

function Running({ one, onClose }: { one: AccountImport; onClose: () => void }) {
  const { fileName, preview, cards, contacts } = one;
  const total = (preview?.cards.length ?? 0) + (contacts?.total ?? 0);
  const done = cards.length + (contacts?.done ?? 0);
  return (
    <div className="space-y-5">
      <div className="space-y-2">
        <p className="font-medium wrap-anywhere">{fileName}</p>
        <Progress label={`Import of ${fileName}`} fraction={total > 0 ? done / total : 0} />
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {done.toLocaleString()} of {total.toLocaleString()} cards and contacts
        </p>
      </div>
      <p className="text-sm text-ink-2">You can close this; the import continues.</p>
      <DoneButton onClick={onClose} />
    </div>
  );
}
