import { RefreshCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { FollowUpLanguage, FollowUpWish } from '#shared/people/follow-ups.ts';
import { Button } from '#ui/Button.tsx';
import { Input, Select } from '#ui/Field.tsx';

/** Each language by its own name. */
const LANGUAGES: Record<FollowUpLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
};
const LENGTHS = { short: 'Short', medium: 'Medium', long: 'Long' };
/** As the endpoint takes it. */
const LINE_MAX = 300;

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

interface WishFormProps {
  wish: FollowUpWish;
  /** In which the suggestions are; undefined until there is one. */
  language: FollowUpLanguage | undefined;
  isPending: boolean;
  /** Asks for suggestions as wished; `isAgain` if nothing but other words are wanted. */
  onAsk: (wish: FollowUpWish, isAgain: boolean) => void;
}

/** The owner's wishes for the text: language and length in one line, and a point of their own. */
export function WishForm({ wish, language, isPending, onAsk }: WishFormProps) {
  const [line, setLine] = useState(wish.line ?? '');
  const said = line.trim();
  const ask = (change: Partial<FollowUpWish>) => {
    const { line: _line, ...rest } = wish;
    onAsk({ ...rest, ...(said && { line: said }), ...change }, false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (said !== (wish.line ?? '')) ask({});
    else onAsk(wish, true);
  };
  const chosen = wish.language ?? language;
  return (
    <form className="mt-4 space-y-4 border-t border-line pt-4" onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-3 *:min-w-[min(8rem,100%)] *:flex-1">
        <Select
          label="Language"
          value={chosen ?? 'en'}
          onChange={({ target }) => ask({ language: target.value as FollowUpLanguage })}
        >
          {optionsOf(LANGUAGES)}
        </Select>
        <Select
          label="Length"
          value={wish.length ?? 'medium'}
          onChange={({ target }) => ask({ length: target.value as FollowUpWish['length'] })}
        >
          {optionsOf(LENGTHS)}
        </Select>
        <Button
          type="submit"
          variant="secondary"
          className="basis-auto!"
          isPending={isPending}
          pendingLabel="Writing..."
        >
          <RefreshCw size={16} />
          New suggestions
        </Button>
      </div>
      <Input
        label="What do you want to say?"
        hint={`We’ll work it into every draft as you write it${chosen ? `, so write it in ${LANGUAGES[chosen]}` : ''}.`}
        maxLength={LINE_MAX}
        autoComplete="off"
        value={line}
        onChange={(event) => setLine(event.target.value)}
      />
    </form>
  );
}
