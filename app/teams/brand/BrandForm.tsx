import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { LeaveGuard } from '#app/cards/editor/LeaveGuard.tsx';
import { UploadsUnderWay } from '#app/cards/editor/media/uploads-under-way.ts';
import { PreviewPanel } from '#app/cards/editor/preview/PreviewPanel.tsx';
import type { Location } from '#app/frame/navigation/history-state.ts';
import type { BrandFieldName } from '#shared/cards/card-fields.ts';
import type { Brand } from '#shared/teams/brand.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { Saved } from '#ui/Saved.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { BrandRow } from './BrandRow.tsx';
import { withoutFree } from './brand-form.ts';
import { sayReach } from './brand-words.ts';
import { useBrandForm } from './use-brand-form.ts';

const CardPreview = lazy(async () => ({
  default: (await import('#app/cards/editor/preview/CardPreview.tsx')).CardPreview,
}));

const ORDER: BrandFieldName[] = [
  ...(['companyLogo', 'template', 'primaryColor', 'secondaryColor', 'accentColor'] as const),
  ...(['company', 'website', 'backgroundVideo', 'backgroundImage', 'disclaimer'] as const),
];

/** Another tab of the team's page is another screen. */
const isAway = (from: Location, to: Location) => to.pathname !== from.pathname || to.search !== from.search;

/** The fields of a brand, with a card of a new member beside them. */
export function BrandForm({ team, brand: first }: { team: Team; brand: Brand }) {
  const user = useUser();
  const editor = useBrandForm(team.id, first, user?.fullName ?? team.name);
  const { form, brand, modes, isDirty } = editor;
  const isSuspended = team.suspendedAt !== null;
  const preview = <CardPreview isSmall alter={(values) => withoutFree(values, modes)} />;
  return (
    <FormProvider {...form}>
      <UploadsUnderWay value={editor.uploads}>
        <form
          noValidate
          className="editor-columns"
          onSubmit={(event) => {
            event.preventDefault();
            if (isDirty) editor.submit();
          }}
        >
          <div className="min-w-0">
            <p className="text-ink-2">
              What the cards of {team.name} have in common. People can’t change what you lock; what they had
              comes back when you unlock it.
            </p>
            <fieldset disabled={isSuspended} className="min-w-0 divide-y divide-line">
              {ORDER.map((name) => (
                <BrandRow
                  key={name}
                  name={name}
                  mode={modes[name]}
                  written={brand.fields[name].written}
                  onMode={(mode) => editor.setMode(name, mode)}
                />
              ))}
            </fieldset>
            <NarrowPreview>{preview}</NarrowPreview>
            {!isSuspended && <SaveBar editor={editor} />}
          </div>
          <PreviewPanel>{preview}</PreviewPanel>
        </form>
        <LeaveGuard
          isGuarding={() => !isSuspended && (isDirty || editor.uploads.current > 0)}
          isAway={isAway}
          isDraftKept={false}
          onLeave={() => {}}
        />
      </UploadsUnderWay>
    </FormProvider>
  );
}

/** Where there is no room beside the form, the card is under it. */
function NarrowPreview({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="border-t border-line py-4 lg:hidden">
      <Disclosure label="Preview" isOpen={isOpen} onChange={setIsOpen}>
        {isOpen && <Suspense fallback={<Skeleton className="h-128 rounded-card!" />}>{children}</Suspense>}
      </Disclosure>
    </div>
  );
}

/** The reach of a save, and the buttons for it, in sight however far down the form is. */
function SaveBar({ editor }: { editor: ReturnType<typeof useBrandForm> }) {
  const { brand, isDirty } = editor;
  return (
    <div className="sticky bottom-(--dock) z-10 -mx-1.5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-paper px-1.5 py-4">
      <p className="min-w-0 flex-1 basis-40 text-sm text-ink-2">{sayReach(brand.cards)}</p>
      <Saved isSaved={editor.isSaved} />
      {isDirty && (
        <Button variant="quiet" onClick={editor.discard}>
          Discard
        </Button>
      )}
      {/* Disabled by its own press, it would lose the focus. */}
      <Button
        type="submit"
        disabled={!isDirty && !editor.isSaved}
        isPending={editor.isPending}
        pendingLabel="Saving..."
      >
        Save
      </Button>
    </div>
  );
}
