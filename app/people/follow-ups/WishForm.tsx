import { RefreshCw } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { FollowUpLanguage, FollowUpWish } from '#shared/people/follow-ups.ts';
import { Button } from '#ui/Button.tsx';
import { OpenMark } from '#ui/Disclosure.tsx';
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
const TONES = { '': 'One of each', professional: 'Professional', friendly: 'Friendly', casual: 'Casual' };
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

/** The owner's wishes for the text; folded up until needed, since most send the suggestion as it is. */
export function WishForm({ wish, language, isPending, onAsk }: WishFormProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [line, setLine] = useState(wish.line ?? '');
  const ask = (change: Partial<FollowUpWish>) => {
    const { line: _line, ...rest } = wish;
    const said = line.trim();
    onAsk({ ...rest, ...(said && { line: said }), ...change }, false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = line.trim();
    if (said !== (wish.line ?? '')) ask({});
    else onAsk(wish, true);
  };
  const chosen = wish.language ?? language;
  const again = (
    <Button type="submit" variant="secondary" size="small" isPending={isPending} pendingLabel="Writing...">
      <RefreshCw size={16} strokeWidth={1.5} aria-hidden="true" />
      New suggestions
    </Button>
  );
  return (
    <form className="mt-5 border-b border-line pb-4" onSubmit={submit}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 items-center gap-3 rounded-control text-left"
        >
          <span>
            <span className="block text-sm font-medium">Wording</span>
            <span className="block text-sm text-ink-2">
              {[chosen && LANGUAGES[chosen], wish.tone ?? 'one of each tone', wish.length ?? 'medium length']
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          <OpenMark isOpen={isOpen} />
        </button>
        {!isOpen && again}
      </div>
      {isOpen && (
        <div id={id} className="mt-3 space-y-4">
          <Input
            label="What do you want to say?"
            hint={`In one line and in your own words. Every suggestion says it as you write it${chosen ? `, so write it in the language of the letter: ${LANGUAGES[chosen]}` : ''}.`}
            maxLength={LINE_MAX}
            autoComplete="off"
            value={line}
            onChange={(event) => setLine(event.target.value)}
          />
          <div className="grid gap-4 min-[26rem]:grid-cols-3">
            <Select
              label="Language"
              value={chosen ?? 'en'}
              onChange={({ target }) => ask({ language: target.value as FollowUpLanguage })}
            >
              {optionsOf(LANGUAGES)}
            </Select>
            <Select
              label="Tone"
              value={wish.tone ?? ''}
              onChange={({ target }) => ask({ tone: (target.value || undefined) as FollowUpWish['tone'] })}
            >
              {optionsOf(TONES)}
            </Select>
            <Select
              label="Length"
              value={wish.length ?? 'medium'}
              onChange={({ target }) => ask({ length: target.value as FollowUpWish['length'] })}
            >
              {optionsOf(LENGTHS)}
            </Select>
          </div>
          {/* After what it asks with, for the eye and for the keyboard. */}
          {again}
        </div>
      )}
    </form>
  );
}
