import { Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { isTyping } from '#ui/is-typing.ts';
import { toast } from '#ui/Toast.tsx';
import { type CardForm, useCardForm } from '../card-form.ts';
import { findTab, type TabName } from '../tabs.ts';
import { FormHistory } from './history.ts';

interface UndoButtonsProps {
  /** The form before its first change. */
  start: CardForm;
  /** Goes to the tab where something has changed back. */
  onShow: (tab: TabName) => void;
}

/** Takes back what no field takes back itself, by two buttons or the usual keys. */
export function UndoButtons({ start, onShow }: UndoButtonsProps) {
  const form = useCardForm();
  const [history] = useState(() => new FormHistory(start));
  const [depth, setDepth] = useState(history.depth);
  useEffect(() => {
    let isDue = false;
    const note = () => {
      isDue = false;
      history.note(form.getValues(), Date.now());
      setDepth(history.depth);
    };
    note();
    return form.subscribe({
      formState: { values: true },
      callback({ name }) {
        if (!name) {
          history.restart(form.getValues());
          setDepth(history.depth);
        } else if (!isDue) {
          // A preset sets two colors in one go.
          isDue = true;
          queueMicrotask(note);
        }
      },
    });
  }, [form, history]);
  const move = (way: 'undo' | 'redo'): boolean => {
    const values = history[way]();
    if (!values) return false;
    const names: CardFieldName[] = [...values.keys()];
    for (const [name, value] of values)
      form.setValue(name, value as CardForm[CardFieldName], { shouldDirty: true, shouldValidate: true });
    setDepth(history.depth);
    onShow(findTab(names[0] ?? ''));
    const description = names.map((name) => cardField(name).label).join(', ');
    toast({ title: way === 'undo' ? 'Undone' : 'Redone', description });
    return true;
  };
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      if (key !== 'z' && key !== 'y') return;
      if (move(key === 'y' || event.shiftKey ? 'redo' : 'undo')) event.preventDefault();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  });
  if (depth.past + depth.future === 0) return null;
  return (
    <div className="flex shrink-0">
      <UndoButton label="Undo" isOff={depth.past === 0} onPress={() => move('undo')}>
        <Undo2 size={18} />
      </UndoButton>
      <UndoButton label="Redo" isOff={depth.future === 0} onPress={() => move('redo')}>
        <Redo2 size={18} />
      </UndoButton>
    </div>
  );
}

interface UndoButtonProps {
  label: string;
  isOff: boolean;
  onPress: () => void;
  children: ReactNode;
}

function UndoButton({ label, isOff, onPress, children }: UndoButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Not `disabled`: focus must survive the step after which the button has no effect.
      aria-disabled={isOff}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-control text-ink-2 hover:text-ink aria-disabled:opacity-35"
    >
      {children}
    </button>
  );
}
