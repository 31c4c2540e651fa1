import { formatDay } from '#app/frame/dates.ts';
import { formatMoney, formatTax } from '#shared/formats/money.ts';
import type { Cancellation, OpenInvoiceChoice } from '#shared/money/billing.ts';
import { useSpeech } from './use-speech.ts';

interface OpenInvoicesProps {
  due: Cancellation;
  choice: OpenInvoiceChoice | undefined;
  onChoice: (choice: OpenInvoiceChoice) => void;
}

/** The fate of an unpaid bill: the customer decides, and nothing is chosen for them. */
export function OpenInvoices({ due, choice, onChoice }: OpenInvoicesProps) {
  const speech = useSpeech();
  const { openCents, prorationCents, currency, accessEndsAt } = due;
  const sum = (cents: number) => formatMoney(cents, currency);
  const until = accessEndsAt ? formatDay(accessEndsAt) : 'the end of the period';
  const added = prorationCents > 0 ? `, with ${sum(prorationCents)} for ${speech.added} this month` : '';
  return (
    <fieldset>
      <legend className="text-ink-2">
        <Unpaid due={due} /> What would you like to do?
      </legend>
      <div className="mt-4 grid gap-3">
        <Option
          value="settle"
          isChosen={choice === 'settle'}
          onChoose={onChoice}
          title={`Pay ${sum(openCents + prorationCents)}${prorationCents > 0 ? formatTax(due) : ''} now`}
          hint={`Charged now${added}. ${speech.untilThen(until, 'again')}`}
        />
        <Option
          value="void"
          isChosen={choice === 'void'}
          onChoose={onChoice}
          title="Cancel now without paying"
          hint={`The bill is voided, and you won’t be charged again. ${speech.stayOnline}, ${speech.noMore}.`}
        />
      </div>
    </fieldset>
  );
}

function Unpaid({ due: { openInvoices, openCents, currency } }: { due: Cancellation }) {
  const [first] = openInvoices;
  if (!first || openInvoices.length > 1) {
    return `${openInvoices.length} unpaid bills total ${formatMoney(openCents, currency)}.`;
  }
  return `Your ${formatMoney(first.cents, first.currency)} bill from ${formatDay(first.createdAt)} isn’t paid yet.`;
}

interface OptionProps {
  value: OpenInvoiceChoice;
  isChosen: boolean;
  onChoose: (choice: OpenInvoiceChoice) => void;
  title: string;
  hint: string;
}

function Option({ value, isChosen, onChoose, title, hint }: OptionProps) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-control border border-line p-4 has-checked:border-ink">
      <input
        type="radio"
        name="open-invoice"
        value={value}
        checked={isChosen}
        onChange={() => onChoose(value)}
        className="mt-1 size-4 shrink-0 accent-ink"
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-2">{hint}</span>
      </span>
    </label>
  );
}
