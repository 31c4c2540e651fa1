import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { CardBody, CardForm } from '#app/cards/editor/card-form.ts';
import { CallError } from '#app/frame/api/call.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName, isBrandField } from '#shared/cards/card-fields.ts';
import type { Brand, FieldMode } from '#shared/teams/brand.ts';
import { toast } from '#ui/Toast.tsx';
import { useChangeBrand } from './brand.queries.ts';
import { fillBrand, findBrandChanges, type Modes, mergeModes, modesOf } from './brand-form.ts';

/** The state of the form of a brand. `fullName` is whose card the preview shows. */
export function useBrandForm(teamId: string, first: Brand, fullName: string) {
  const [brand, setBrand] = useState(first);
  const [start, setStart] = useState(() => fillBrand(first, fullName));
  const [modes, setModes] = useState(() => modesOf(first));
  const [uploads] = useState({ current: 0 });
  const form: UseFormReturn<CardForm, unknown, CardBody> = useForm<CardForm, unknown, CardBody>({
    defaultValues: start,
    shouldFocusError: false,
  });
  const save = useChangeBrand(teamId);
  const values = form.watch();
  const changes = findBrandChanges(brand, start, values, modes);
  const isDirty = Object.keys(changes).length > 0;

  /** The stored brand, with what was changed over it since `base`, if that is kept. */
  const startFrom = (stored: Brand, base: { values: CardForm; modes: Modes } | null) => {
    const filled = fillBrand(stored, fullName);
    const now = form.getValues();
    setModes((mine) => (base ? mergeModes(base.modes, mine, stored) : modesOf(stored)));
    setBrand(stored);
    setStart(filled);
    form.reset(filled);
    const changed = base ? BRAND_FIELD_NAMES.filter((name) => now[name] !== base.values[name]) : [];
    for (const name of changed) form.setValue(name, now[name], { shouldDirty: true });
  };
  const submit = () => {
    if (uploads.current > 0) {
      toast({ title: 'Still uploading', description: 'Save again when uploads finish.' });
      return;
    }
    form.clearErrors();
    const sent = { values: { ...form.getValues() }, modes };
    save.mutate(
      { baseVersion: brand.version, fields: changes },
      {
        onSuccess: (saved) => startFrom(saved, sent),
        onError(error) {
          if (!(error instanceof CallError)) return;
          if (error.current) startFrom(error.current as Brand, { values: start, modes: modesOf(brand) });
          for (const [path, message] of Object.entries(error.fields)) {
            const name = path.split('.').find(isBrandField);
            if (name) form.setError(name, { type: 'server', message }, { shouldFocus: true });
          }
        },
      },
    );
  };
  return {
    form,
    brand,
    modes,
    uploads,
    isDirty,
    setMode: (name: BrandFieldName, mode: FieldMode) => setModes({ ...modes, [name]: mode }),
    submit,
    discard: () => startFrom(brand, null),
    isPending: save.isPending,
    isSaved: save.isSuccess && !isDirty,
  };
}
