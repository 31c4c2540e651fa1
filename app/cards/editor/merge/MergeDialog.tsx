import { useState } from 'react';
import { SideChoice } from '#app/frame/compare/SideChoice.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';
import type { CardForm } from '../card-form.ts';
import { findDifferences, mergeFields } from './differences.ts';
import { sayValue } from './say-value.ts';

export interface MergeDialogProps {
  /** The form as it was filled, its present content, and the card saved elsewhere meanwhile. */
  base: CardForm;
  mine: CardForm;
  theirs: CardForm;
  onClose: () => void;
  onMerge: (merged: CardForm) => void;
}

type Side = 'mine' | 'theirs';

/** Shows what was changed elsewhere, and lets the owner choose field by field before saving again. */
export function MergeDialog({ base, mine, theirs, onClose, onMerge }: MergeDialogProps) {
  const differences = findDifferences(base, mine, theirs);
  const [chosen, setChosen] = useState<Record<string, Side>>(() =>
    Object.fromEntries(differences.map(({ path, isMine }) => [path, isMine ? 'mine' : 'theirs'])),
  );
  const needsChoice = differences.some(({ isMine }) => isMine);
  const save = () => onMerge(mergeFields({ base, mine, theirs }, (path) => chosen[path] === 'mine'));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="This card was changed elsewhere"
      description={
        needsChoice
          ? 'It was saved in another tab or on another device while you were editing. Choose what to keep.'
          : 'It was saved in another tab or on another device while you were editing. Your changes don’t conflict.'
      }
    >
      <div className="space-y-5">
        {differences.map((difference) => (
          <SideChoice
            key={difference.path}
            name={difference.path}
            label={difference.label}
            sides={SIDES.map((one) => ({ ...one, value: sayValue(difference.path, difference[one.side]) }))}
            chosen={chosen[difference.path] ?? 'theirs'}
            onChoose={(side) => setChosen({ ...chosen, [difference.path]: side })}
          />
        ))}
      </div>
      <ButtonRow className="mt-6">
        <Button variant="secondary" onClick={onClose}>
          Keep editing
        </Button>
        <Button onClick={save}>Save merged card</Button>
      </ButtonRow>
    </Dialog>
  );
}

const SIDES = [
  { side: 'mine', title: 'Yours' },
  { side: 'theirs', title: 'Saved elsewhere' },
] as const;
