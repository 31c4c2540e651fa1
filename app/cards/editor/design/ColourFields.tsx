import { TriangleAlert } from 'lucide-react';
import { useController, useWatch } from 'react-hook-form';
import { ColorField } from '#ui/ColorField.tsx';
import { useCardForm } from '../card-form.ts';
import { colourWarning } from '../colour-warning.ts';

const COLOURS = [
  { name: 'primaryColor', label: 'Primary color' },
  { name: 'secondaryColor', label: 'Secondary color' },
  { name: 'accentColor', label: 'Accent color' },
] as const;

/** Colours of one's own, and a warning where they would be hard to read. */
export function ColourFields() {
  const { control } = useCardForm();
  const [primary, secondary] = useWatch({ control, name: ['primaryColor', 'secondaryColor'] });
  const warning = colourWarning(primary, secondary);
  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-3">
        {COLOURS.map((colour) => (
          <CustomColour key={colour.name} {...colour} />
        ))}
      </div>
      <div role="status">
        {warning && (
          <p className="mt-4 flex gap-2 text-sm">
            <TriangleAlert
              size={18}
              strokeWidth={1.5}
              aria-hidden="true"
              className="mt-px shrink-0 text-gold-ink"
            />
            {warning}
          </p>
        )}
      </div>
    </div>
  );
}

function CustomColour({ name, label }: (typeof COLOURS)[number]) {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name });
  return (
    <ColorField
      label={label}
      value={field.value}
      error={fieldState.error?.message}
      onChange={field.onChange}
    />
  );
}
