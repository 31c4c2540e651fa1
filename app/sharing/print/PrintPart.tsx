import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFrom } from '#app/frame/save-file.ts';
import { ChoiceTiles } from '#app/sharing/part/ChoiceTiles.tsx';
import { PreviewTable, SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { useChoices } from '#app/sharing/part/use-choices.ts';
import { type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { badgeFileName, businessCardFileName } from '#shared/formats/file-names.ts';
import { PRINT_FIELDS, PRINT_FIELDS_MAX } from '#shared/sharing/print-choices.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { toast } from '#ui/Toast.tsx';
import { PrintPreview } from './PrintPreview.tsx';
import { findPrint } from './print.queries.ts';
import {
  listPrintFields,
  listPrintPictures,
  type PrintChoices,
  type PrintQuery,
  readPrintChoices,
  toPrintQuery,
} from './print-query.ts';

const PICTURES = { none: 'None', photo: 'Photo', logo: 'Logo' } as const;

/** A business card or a name badge, as a file for a printer. */
export function PrintPart({ card, isCounted }: SharingProps) {
  const [choices, change] = useChoices('print', card.id, (kept) => readPrintChoices(kept, card));
  const asked = toPrintQuery(choices);
  return (
    <SharingPart
      title="Print"
      text={`A business card for the print shop, or a badge for your next event.${isCounted ? ' Scans are tracked as “Print.”' : ''}`}
      preview={
        <PreviewTable>
          <PrintPreview cardId={card.id} asked={asked} />
        </PreviewTable>
      }
      actions={<Save card={card} asked={asked} />}
    >
      <ChoiceTiles
        label="Print"
        options={[
          { value: 'card', label: 'Business card' },
          { value: 'badge', label: 'Name badge' },
        ]}
        value={choices.product}
        onChange={(product) => change({ product })}
      />
      {choices.product === 'card' ? (
        <CardChoices card={card} choices={choices} onChange={change} />
      ) : (
        <BadgeChoices card={card} choices={choices} onChange={change} />
      )}
    </SharingPart>
  );
}

function Save({ card, asked }: { card: SeenCard; asked: PrintQuery }) {
  const isCard = asked.product === 'card';
  const save = useMutation({
    async mutationFn() {
      const address = await findPrint(card.id, asked);
      saveFrom(address, isCard ? businessCardFileName(card.fullName) : badgeFileName(card.fullName));
    },
    meta: {
      isDownload: true,
      failure: { title: 'Download Failed', fallback: 'Failed to create the PDF. Please try again.' },
    },
    onSuccess: () => toast({ title: isCard ? 'Business card downloaded!' : 'Name badge downloaded!' }),
  });
  return (
    <div className="grid gap-2">
      <div>
        <Button onClick={() => save.mutate()} isPending={save.isPending} pendingLabel="Creating PDF...">
          <Download size={18} />
          Download PDF
        </Button>
      </div>
      <p className="max-w-prose text-sm text-pretty text-ink-2">
        {isCard
          ? 'With bleed, embedded fonts, and a vector QR code. Ask for a proof; colors look different on paper.'
          : 'Print at actual size (100%), then cut along the edge.'}
      </p>
    </div>
  );
}

interface ChoicesProps {
  card: SeenCard;
  choices: PrintChoices;
  onChange: (changes: Partial<PrintChoices>) => void;
}

function PictureChoice({ card, choices, onChange }: ChoicesProps) {
  const pictures = listPrintPictures(card);
  if (pictures.length < 2) return null;
  return (
    <ChoiceTiles
      label="Picture"
      options={pictures.map((value) => ({ value, label: PICTURES[value] }))}
      value={choices.picture}
      onChange={(picture) => onChange({ picture })}
    />
  );
}

function CardChoices({ card, choices, onChange }: ChoicesProps) {
  const { fields } = choices;
  const toggle = (field: string) => PRINT_FIELDS.filter((one) => (one === field) !== fields.includes(one));
  return (
    <div className="grid gap-6">
      <ChoiceTiles
        label="Size"
        options={[
          { value: '85x55', label: '85 × 55 mm' },
          { value: '3.5x2', label: '3.5 × 2 in' },
        ]}
        value={choices.cardSize}
        onChange={(cardSize) => onChange({ cardSize })}
      />
      <ChoiceTiles
        label="Design"
        options={[
          { value: 'paper', label: 'Paper' },
          { value: 'color', label: 'Color', color: card.primaryColor },
        ]}
        value={choices.design}
        onChange={(design) => onChange({ design })}
      />
      <PictureChoice card={card} choices={choices} onChange={onChange} />
      <fieldset>
        <legend className="text-sm font-medium">On the back</legend>
        <div className="mt-1 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
          {listPrintFields(card).map((field) => (
            <Checkbox
              key={field}
              label={field === 'place' ? 'Address' : cardField(field as CardFieldName).label}
              checked={fields.includes(field)}
              disabled={!fields.includes(field) && fields.length >= PRINT_FIELDS_MAX}
              onChange={() => onChange({ fields: toggle(field) })}
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        label="Crop marks"
        hint="Most print shops want them; some online shops don’t."
        checked={choices.hasMarks}
        onChange={() => onChange({ hasMarks: !choices.hasMarks })}
      />
    </div>
  );
}

function BadgeChoices(props: ChoicesProps) {
  const { choices, onChange } = props;
  return (
    <div className="grid gap-6">
      <ChoiceTiles
        label="Size"
        options={[
          { value: 'a6', label: 'A6' },
          { value: '90x55', label: '90 × 55 mm' },
        ]}
        value={choices.badgeSize}
        onChange={(badgeSize) => onChange({ badgeSize })}
      />
      {choices.badgeSize === 'a6' && <PictureChoice {...props} />}
    </div>
  );
}
