import { type FormEvent, useState } from 'react';
import type { NfcTag } from '#shared/nfc.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { useChangeTag } from './nfc.queries.ts';

interface RenameTagProps {
  cardId: string;
  tag: NfcTag;
  onClose: () => void;
}

export function RenameTagDialog({ cardId, tag, onClose }: RenameTagProps) {
  const [name, setName] = useState(tag.name);
  const change = useChangeTag(cardId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ number: tag.number, name }, { onSuccess: onClose });
  };
  return (
    <Dialog isOpen onClose={onClose} title="Rename Tag">
      <form noValidate onSubmit={submit} className="space-y-5">
        <Input
          label="Name"
          data-takes-focus
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!name.trim()} isPending={change.isPending} pendingLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
