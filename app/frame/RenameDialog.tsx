import { type FormEvent, useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';

interface RenameDialogProps {
  title: string;
  /** The name so far. */
  current: string;
  isPending: boolean;
  onRename: (name: string) => void;
  onClose: () => void;
}

/** Asks for another name of something its owner has named. */
export function RenameDialog({ title, current, isPending, onRename, onClose }: RenameDialogProps) {
  const [name, setName] = useState(current);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRename(name);
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <Input
          label="Name"
          data-takes-focus
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <FormButtons onCancel={onClose} disabled={!name.trim()} isPending={isPending}>
          Save
        </FormButtons>
      </form>
    </Dialog>
  );
}
