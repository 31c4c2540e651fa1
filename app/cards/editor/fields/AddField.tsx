import { Plus } from 'lucide-react';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';
import { ADDED } from './use-shown-fields.ts';

interface AddFieldProps {
  hidden: CardFieldName[];
  onAdd: (name: CardFieldName) => void;
}

/** Opens one of the fields that are not shown, and goes to it. */
export function AddField({ hidden, onAdd }: AddFieldProps) {
  if (hidden.length === 0) return null;
  const items = ADDED.flatMap((section) => {
    const names = hidden.filter((name) => cardField(name).editor.section === section);
    const fields = names.map((name) => ({ label: cardField(name).label, onSelect: () => onAdd(name) }));
    return names.length > 0 ? [{ heading: CARD_SECTIONS[section].title }, ...fields] : [];
  });
  return (
    <div className="mt-5">
      <Menu
        trigger={
          <Button variant="secondary">
            <Plus size={18} />
            Add a field
          </Button>
        }
        items={items}
      />
    </div>
  );
}
