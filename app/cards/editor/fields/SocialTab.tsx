import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { CARD_SECTIONS } from '#shared/cards/card-fields/card-field.ts';
import { SOCIAL_NETWORKS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS, type SocialNetwork } from '#shared/contract/links.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { Menu } from '#ui/Menu.tsx';
import { fieldsIn, useCardForm } from '../card-form.ts';
import { useText } from './CardField.tsx';
import { Section } from './Section.tsx';
import { SectionFields } from './SectionFields.tsx';

/** The networks that are always shown; "Add network" offers the other ten. */
const FIRST = SOCIAL_NETWORKS.slice(0, 6);
const OTHERS = SOCIAL_NETWORKS.slice(FIRST.length);

const HINTS: Partial<Record<SocialNetwork, string>> = {
  whatsapp: 'Your number with country code, or a wa.me link.',
  discord: 'Username or invite link.',
  zoom: 'Personal meeting link.',
};

export function SocialTab() {
  const { getValues, setValue, setFocus, formState } = useCardForm();
  const [added, setAdded] = useState(() => OTHERS.filter((network) => getValues(`social.${network}`)));
  const adder = useRef<HTMLButtonElement>(null);
  const shown = OTHERS.filter((network) => added.includes(network) || formState.errors.social?.[network]);
  const hidden = OTHERS.filter((network) => !shown.includes(network));
  const add = (network: SocialNetwork) => {
    setAdded((all) => [...all, network]);
    // The menu returns focus to its button as it closes; the new field must take it after that.
    requestAnimationFrame(() => setFocus(`social.${network}`));
  };
  const remove = (network: SocialNetwork) => {
    setValue(`social.${network}`, '', { shouldDirty: true, shouldValidate: true });
    setAdded((all) => all.filter((one) => one !== network));
    // The pressed button is gone. If all ten had been added, "Add network" only now exists again.
    requestAnimationFrame(() => adder.current?.focus());
  };
  return (
    <>
      <Section {...CARD_SECTIONS.social}>
        <div className="grid gap-5 sm:grid-cols-2">
          {FIRST.map((network) => (
            <NetworkField key={network} network={network} />
          ))}
          {shown.map((network) => (
            <RemovableField key={network} network={network} onRemove={() => remove(network)} />
          ))}
        </div>
        {hidden.length > 0 && (
          <div className="mt-5">
            <Menu
              trigger={
                <Button ref={adder} variant="secondary" size="small">
                  <Plus size={16} />
                  Add network
                </Button>
              }
              items={hidden.map((network) => ({
                label: SOCIAL_LABELS[network],
                onSelect: () => add(network),
              }))}
            />
          </div>
        )}
      </Section>
      <Section {...CARD_SECTIONS.websites}>
        <SectionFields names={fieldsIn('websites')} />
      </Section>
    </>
  );
}

function NetworkField({ network }: { network: SocialNetwork }) {
  return (
    <Input
      {...useText(`social.${network}`)}
      label={SOCIAL_LABELS[network]}
      hint={HINTS[network]}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function RemovableField({ network, onRemove }: { network: SocialNetwork; onRemove: () => void }) {
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <NetworkField network={network} />
      </div>
      <button
        type="button"
        aria-label={`Remove ${SOCIAL_LABELS[network]}`}
        onClick={onRemove}
        className="mt-6 grid size-11 place-items-center rounded-control text-ink-2 hover:bg-line/50 hover:text-ink"
      >
        <X size={18} />
      </button>
    </div>
  );
}
