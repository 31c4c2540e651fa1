import { lazy, Suspense, useId } from 'react';
import { useWatch } from 'react-hook-form';
import type { CardForm } from '#app/cards/editor/card-form.ts';
import { useText } from '#app/cards/editor/fields/CardField.tsx';
import { RouteError } from '#app/frame/RouteError.tsx';
import { type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import type { FieldMode } from '#shared/teams/brand.ts';
import { Input, Textarea } from '#ui/Field.tsx';
import { Segments } from '#ui/Segments.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { sayEffect } from './brand-words.ts';

const TemplateChoice = lazy(async () => ({
  default: (await import('#app/cards/editor/design/TemplateChoice.tsx')).TemplateChoice,
}));
const CardColor = lazy(async () => ({
  default: (await import('#app/cards/editor/design/ColorFields.tsx')).CardColor,
}));
const MediaSlot = lazy(async () => ({
  default: (await import('#app/cards/editor/media/MediaSlot.tsx')).MediaSlot,
}));
const BackgroundField = lazy(async () => ({
  default: (await import('#app/cards/editor/media/BackgroundField.tsx')).BackgroundField,
}));

const MODES = [
  { value: 'free', label: 'Free' },
  { value: 'default', label: 'Default' },
  { value: 'locked', label: 'Locked' },
] as const;

interface BrandRowProps {
  name: BrandFieldName;
  mode: FieldMode;
  /** On how many cards their holder wrote one. */
  written: number;
  onMode: (mode: FieldMode) => void;
}

/** A field of the brand: who decides over it, what that means, and the team's value. */
export function BrandRow({ name, mode, written, onMode }: BrandRowProps) {
  const id = useId();
  const { label } = cardField(name);
  const isSet = Boolean(useWatch<CardForm>({ name }));
  // The team shows its logo and color in any case.
  const hasValue = mode !== 'free' || name === 'companyLogo' || name === 'primaryColor';
  return (
    <section aria-labelledby={id} className="space-y-4 py-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h3 id={id} className="font-medium">
            {label}
          </h3>
          <p aria-live="polite" className="text-sm text-ink-2">
            {sayEffect(name, mode, written, isSet)}
          </p>
        </div>
        <Segments label={`${label}: who decides`} options={MODES} value={mode} onChange={onMode} />
      </div>
      {hasValue && (
        <RouteError>
          <Suspense fallback={<Skeleton className="h-28" />}>
            <Control name={name} />
          </Suspense>
        </RouteError>
      )}
    </section>
  );
}

/** The editor's own control of the field. */
function Control({ name }: { name: BrandFieldName }) {
  switch (name) {
    case 'template':
      return <TemplateChoice />;
    case 'primaryColor':
    case 'secondaryColor':
    case 'accentColor':
      return (
        <div className="max-w-56">
          <CardColor name={name} isLabelHidden />
        </div>
      );
    case 'companyLogo':
    case 'backgroundImage':
      return <MediaSlot name={name} isTitleHidden />;
    case 'backgroundVideo':
      return <BackgroundField isNew={false} />;
    default:
      return <Text name={name} />;
  }
}

function Text({ name }: { name: 'company' | 'website' | 'disclaimer' }) {
  const { label, placeholder, editor } = cardField(name);
  const field = { label, placeholder, isLabelHidden: true, ...useText(name) };
  return editor.rows ? <Textarea {...field} rows={editor.rows} /> : <Input {...field} autoComplete="off" />;
}
