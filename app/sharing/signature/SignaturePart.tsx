import { Copy } from 'lucide-react';
import { ChoiceTiles } from '#app/sharing/part/ChoiceTiles.tsx';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { useChoices } from '#app/sharing/part/use-choices.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import {
  listSignatureFields,
  listSignaturePictures,
  readChoices,
  SIGNATURE_ACCENTS,
  SIGNATURE_DESIGNS,
  SIGNATURE_FIELDS,
  type SignatureChoices,
} from '#site/signature/choices.ts';
import { signatureLines, signatureText } from '#site/signature/lines.ts';
import { signatureHtml } from '#site/signature/signature.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { toast } from '#ui/Toast.tsx';
import { copyRich } from './copy-rich.ts';
import { MailSteps } from './MailSteps.tsx';
import { SignaturePreview } from './SignaturePreview.tsx';

const DESIGNS: Record<SignatureChoices['design'], string> = {
  classic: 'Classic',
  compact: 'Compact',
  panel: 'Panel',
};
const PICTURES: Record<SignatureChoices['picture'], string> = {
  none: 'None',
  photo: 'Photo',
  logo: 'Logo',
  code: 'QR code',
};
const ACCENTS: Record<SignatureChoices['accent'], string> = {
  primary: 'Primary',
  secondary: 'Secondary',
  gray: 'Gray',
};
const GRAY = '#6b6b6b';

async function copySignature(write: () => Promise<void>, title: string, description: string): Promise<void> {
  try {
    await write();
    toast({ title, description });
  } catch {
    const problem = 'Unable to copy the signature. Select it in the preview and copy it there.';
    toast({ title: 'Copy failed', description: problem, isError: true });
  }
}

export function SignaturePart({ card }: SharingProps) {
  const [choices, change] = useChoices('signature', card.id, (kept) => readChoices(kept, card));
  const { origin } = window.location;
  const html = signatureHtml(card, choices, origin);
  const text = signatureText(signatureLines(card, choices, origin));
  return (
    <SharingPart
      title="Email signature"
      text="The photo updates with your card. The text doesn’t: copy it again after changes."
      preview={<SignaturePreview html={html} />}
      actions={
        <>
          <div className="flex flex-wrap gap-3">
            <Button
              onClick={() =>
                void copySignature(
                  () => copyRich(html, text),
                  'Signature copied!',
                  'Paste it into your email app’s settings.',
                )
              }
            >
              <Copy size={18} />
              Copy signature
            </Button>
            <Button
              variant="secondary"
              onClick={() =>
                void copySignature(
                  () => navigator.clipboard.writeText(text),
                  'Plain text copied!',
                  'Works in every email app.',
                )
              }
            >
              Copy as plain text
            </Button>
            <Button
              variant="quiet"
              onClick={() =>
                void copySignature(
                  () => navigator.clipboard.writeText(html),
                  'HTML copied!',
                  'For email apps that ask for HTML.',
                )
              }
            >
              Copy HTML
            </Button>
          </div>
          <Reach picture={choices.picture} />
          <MailSteps />
        </>
      }
    >
      <Choices card={card} choices={choices} onChange={change} />
    </SharingPart>
  );
}

/** An address that only this computer has shows no picture to anyone else. */
function Reach({ picture }: Pick<SignatureChoices, 'picture'>) {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);
  if (!isLocal || picture === 'none') return null;
  return (
    <p className="max-w-prose text-sm text-ink-2">
      {window.location.host} works only on this computer. Recipients won’t see your photo or card. Copy the
      signature again from your public address.
    </p>
  );
}

interface ChoicesProps {
  card: SeenCard;
  choices: SignatureChoices;
  onChange: (changes: Partial<SignatureChoices>) => void;
}

function Choices({ card, choices, onChange }: ChoicesProps) {
  const colors = { primary: card.primaryColor, secondary: card.secondaryColor, gray: GRAY };
  const toggle = (field: string) =>
    SIGNATURE_FIELDS.filter((one) => (one === field) !== choices.fields.includes(one));
  return (
    <div className="grid gap-6">
      <ChoiceTiles
        label="Design"
        options={SIGNATURE_DESIGNS.map((value) => ({ value, label: DESIGNS[value] }))}
        value={choices.design}
        onChange={(design) => onChange({ design })}
      />
      <ChoiceTiles
        label="Picture"
        options={listSignaturePictures(card).map((value) => ({ value, label: PICTURES[value] }))}
        value={choices.picture}
        onChange={(picture) => onChange({ picture })}
      />
      <ChoiceTiles
        label="Color"
        options={SIGNATURE_ACCENTS.map((value) => ({ value, label: ACCENTS[value], color: colors[value] }))}
        value={choices.accent}
        onChange={(accent) => onChange({ accent })}
      />
      <fieldset>
        <legend className="text-sm font-medium">Show</legend>
        <div className="mt-1 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
          {listSignatureFields(card).map(({ field, label }) => (
            <Checkbox
              key={field}
              label={label}
              checked={choices.fields.includes(field)}
              onChange={() => onChange({ fields: toggle(field) })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
