import { useState } from 'react';
import { isInlineData, isOwnMedia } from '#shared/contract/media-urls.ts';
import { isComposing } from '#ui/escape.ts';
import { Input } from '#ui/Field.tsx';

export interface AddressFieldProps {
  label: string;
  /** The slot's value; an upload has no address to show. */
  value: string;
  error?: string | undefined;
  /** The image is being fetched. */
  isPending: boolean;
  onCommit: (address: string) => void;
}

/** The web address of an image; submitted on paste, on Enter, and when the field loses focus. */
export function AddressField({ label, value, error, isPending, onCommit }: AddressFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const address = isOwnMedia(value) || isInlineData(value) ? '' : value;
  const commit = (text: string) => {
    setTyped(null);
    if (text !== address || error) onCommit(text);
  };
  return (
    <Input
      label={label}
      type="url"
      placeholder="https://"
      error={error}
      hint={isPending ? 'Loading the picture…' : undefined}
      readOnly={isPending}
      value={typed ?? address}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed !== null && commit(typed.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        commit((typed ?? address).trim());
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text').trim();
        if (typed || !/^https?:\/\/\S+$/i.test(text)) return;
        event.preventDefault();
        commit(text);
      }}
    />
  );
}
