import { useState } from 'react';
import { isShowable } from '#shared/media-rules.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { CardForm } from '../card-form.ts';
import { type Difference, differencesOf, merge } from './differences.ts';

export interface MergeDialogProps {
  /** What the form was filled from, what is in it, and what was saved elsewhere meanwhile. */
  base: CardForm;
  mine: CardForm;
  theirs: CardForm;
  onClose: () => void;
  onMerge: (merged: CardForm) => void;
}

type Side = 'mine' | 'theirs';

/** Shows what was changed elsewhere, and lets the owner choose field by field before saving again. */
export function MergeDialog({ base, mine, theirs, onClose, onMerge }: MergeDialogProps) {
  const differences = differencesOf(base, mine, theirs);
  const [chosen, setChosen] = useState<Record<string, Side>>(() =>
    Object.fromEntries(differences.map(({ path, isMine }) => [path, isMine ? 'mine' : 'theirs'])),
  );
  const needsChoice = differences.some(({ isMine }) => isMine);
  const save = () => onMerge(merge({ base, mine, theirs }, (path) => chosen[path] === 'mine'));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="This card was changed elsewhere"
      description={
        needsChoice
          ? 'It was saved in another tab or on another device while you were editing. Choose what to keep.'
          : 'It was saved in another tab or on another device while you were editing. Your changes fit in with it.'
      }
    >
      <div className="space-y-5">
        {differences.map((difference) => (
          <Choice
            key={difference.path}
            difference={difference}
            side={chosen[difference.path] ?? 'theirs'}
            onChoose={(side) => setChosen({ ...chosen, [difference.path]: side })}
          />
        ))}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Keep editing
        </Button>
        <Button onClick={save}>Save merged card</Button>
      </div>
    </Dialog>
  );
}

const SIDES = [
  { side: 'mine', title: 'Yours' },
  { side: 'theirs', title: 'Saved elsewhere' },
] as const;

interface ChoiceProps {
  difference: Difference;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice({ difference, side, onChoose }: ChoiceProps) {
  const { path, label } = difference;
  return (
    <fieldset>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {SIDES.map((one) => (
          <label
            key={one.side}
            className="flex min-w-0 cursor-pointer items-start gap-3 rounded-control border border-line p-3 hover:border-control has-checked:border-ink"
          >
            <input
              type="radio"
              name={path}
              checked={side === one.side}
              onChange={() => onChoose(one.side)}
              className="mt-0.5 size-4 shrink-0 accent-ink"
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-2">{one.title}</span>
              <Value value={difference[one.side]} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** How many pictures of a list are drawn; the number says how many there are. */
const DRAWN_MAX = 4;

function Value({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return <span>{value ? 'On' : 'Off'}</span>;
  const texts = (Array.isArray(value) ? value : [value]).map(String).filter(Boolean);
  if (texts.length === 0) return <span className="text-ink-2">Empty</span>;
  const pictures = texts.filter((text) => isShowable(text) && !/\.(?:mp4|mov|webm|m4v)$/.test(text));
  if (pictures.length === 0)
    return <span className="wrap-anywhere whitespace-pre-line">{texts.join(', ')}</span>;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      {pictures.slice(0, DRAWN_MAX).map((src) => (
        <img key={src} src={src} alt="" className="size-10 rounded-control object-cover" />
      ))}
      <span className="text-sm">{texts.length === 1 ? '1 file' : `${texts.length} files`}</span>
    </span>
  );
}
