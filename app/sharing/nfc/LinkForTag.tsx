import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { toast } from '#ui/Toast.tsx';
import { useAddTag } from './nfc.queries.ts';

/** Where the browser cannot write tags, an app does: it needs the link that names the tag. */
export function LinkForTag({ cardId, suggestedName }: { cardId: string; suggestedName: string }) {
  const [name, setName] = useState('');
  const add = useAddTag(cardId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(name.trim() || suggestedName, {
      onSuccess(tag) {
        setName('');
        toast({
          title: 'Tag added',
          description: `Copy the link of “${tag.name}” and write it with an NFC app.`,
        });
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <p className="text-sm text-ink-2">
        To write tags, use Chrome on Android. Or add a tag here and write its link with any NFC app.
      </p>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Input
          label="Tag name"
          placeholder={suggestedName}
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" isPending={add.isPending} pendingLabel="Adding...">
          Add tag
        </Button>
      </div>
    </form>
  );
}
