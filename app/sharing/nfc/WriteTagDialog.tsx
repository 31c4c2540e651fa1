import { Check, Nfc } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';
import type { NfcTag } from '#shared/sharing/nfc.ts';
import { Button } from '#ui/Button.tsx';
import { Caution } from '#ui/Caution.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { ButtonRow, DoneButton } from '#ui/FormButtons.tsx';
import { useTagWriter, type WriterStep } from './use-tag-writer.ts';
import { canLockTags } from './web-nfc.ts';

interface WriteTagProps extends SharingProps {
  /** A tag of the list that is not written yet. */
  tag?: NfcTag | undefined;
  suggestedName: string;
  onClose: () => void;
}

/** Writes a card's link to a tag, checks it, and locks it if that was chosen and confirmed. */
export function WriteTagDialog({ card, isCounted, tag, suggestedName, onClose }: WriteTagProps) {
  const [name, setName] = useState(tag?.name ?? suggestedName);
  const [isToLock, setIsToLock] = useState(false);
  const writer = useTagWriter({
    cardId: card.id,
    mainPath: card.mainPath,
    isToLock,
    ...(tag && { number: tag.number }),
  });
  const { step, problem } = writer;
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) void writer.begin(name);
  };
  return (
    <Dialog isOpen onClose={onClose} title={step === 'done' ? 'Tag Ready' : 'Write a Tag'}>
      <div aria-live="polite" className="grid gap-5">
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        {step === 'begin' ? (
          <form noValidate onSubmit={begin} className="grid gap-4">
            {!tag && (
              <Input
                label="Name"
                hint="Helps you tell tags apart. Visitors never see it."
                data-takes-focus
                maxLength={60}
                autoComplete="off"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
            {canLockTags() && (
              <Checkbox
                label="Lock the tag after writing"
                hint="For tags in public places. We’ll ask again before locking."
                checked={isToLock}
                onChange={({ target }) => setIsToLock(target.checked)}
              />
            )}
            <Button type="submit" disabled={!name.trim()}>
              Write tag
            </Button>
          </form>
        ) : (
          <Progress isCounted={isCounted} writer={writer} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

interface ProgressProps extends Pick<SharingProps, 'isCounted'> {
  writer: ReturnType<typeof useTagWriter>;
  onClose: () => void;
}

const HOLD: Partial<Record<WriterStep, { title: string; text: string }>> = {
  write: {
    title: 'Hold the tag to the back of the phone',
    text: 'Keep it still until the phone vibrates.',
  },
  check: {
    title: 'Written. Lift it and hold it again',
    text: 'We’ll check that it worked.',
  },
  lock: { title: 'Hold the tag one last time', text: 'Keep it still while it locks.' },
};

function Progress({ isCounted, writer, onClose }: ProgressProps) {
  const { step } = writer;
  const hold = HOLD[step];
  if (hold) {
    return (
      <div className="grid justify-items-center gap-3 py-4 text-center">
        <Nfc size={48} className="stroke-[1.25] text-gold-ink" />
        <p className="font-display text-xl">{hold.title}</p>
        <p className="text-ink-2">{hold.text}</p>
        {step === 'check' && (
          <Button variant="quiet" size="small" onClick={() => void writer.writeAgain()}>
            Write it again
          </Button>
        )}
      </div>
    );
  }
  if (step === 'ask') {
    return (
      <>
        <Caution className="">
          <span>
            <strong className="font-medium">Locking can’t be undone.</strong> No one can ever change or erase
            this tag, not even you. It will keep opening your card.
          </span>
        </Caution>
        <ButtonRow>
          <Button variant="secondary" data-takes-focus onClick={writer.leaveUnlocked}>
            Leave it unlocked
          </Button>
          <Button variant="danger" onClick={() => void writer.lock()}>
            Lock permanently
          </Button>
        </ButtonRow>
      </>
    );
  }
  if (step === 'locked') return <Unsaved writer={writer} />;
  return (
    <>
      <p className="flex gap-2">
        <Check size={20} className="mt-0.5 shrink-0 text-good" />
        The tag opens your card.{isCounted && ' Its views appear in the list.'}
      </p>
      <DoneButton onClick={onClose} />
    </>
  );
}

/** Locking cannot be taken back, so all that is left is to note it. */
function Unsaved({ writer }: Pick<ProgressProps, 'writer'>) {
  return (
    <>
      <p>The tag is locked and opens your card. Your list doesn’t say so yet.</p>
      <ButtonRow>
        <Button
          data-takes-focus
          onClick={() => void writer.lock()}
          isPending={writer.isSaving}
          pendingLabel="Saving..."
        >
          Save
        </Button>
      </ButtonRow>
    </>
  );
}
