import { useState } from 'react';
import { recordNamesOf } from '#shared/people/contact-record.ts';
import type { ContactImport, DateOrder, ImportColumn } from '#shared/people/import.ts';
import type { ImportTarget } from '#shared/people/import-targets.ts';
import { Select } from '#ui/Field.tsx';
import { Surface } from '#ui/Page.tsx';
import { useMapColumns } from './import.queries.ts';
import { DATE_ORDER_LABELS, TARGET_GROUPS } from './import-words.ts';

const DATE_ORDERS = Object.keys(DATE_ORDER_LABELS) as DateOrder[];

/** The meaning of each column, as we understood it; the owner may correct it, and the preview is made again. */
export function ColumnList({ one: { id, columns } }: { one: ContactImport }) {
  const [targets, setTargets] = useState(() => columns.map(({ target }) => target));
  const [dateOrders, setDateOrders] = useState(() => columns.map(({ dates }) => dates?.order ?? null));
  const map = useMapColumns(id);
  /** A choice that is refused is shown no longer. */
  const onError = () => {
    setTargets(columns.map(({ target }) => target));
    setDateOrders(columns.map(({ dates }) => dates?.order ?? null));
  };
  const choose = (place: number, target: ImportTarget) => {
    const next = targets.map((one, at) => (at === place ? target : one));
    setTargets(next);
    map.mutate({ targets: next, dateOrders }, { onError });
  };
  const chooseOrder = (place: number, order: DateOrder) => {
    const next = dateOrders.map((one, at) => (at === place ? order : one));
    setDateOrders(next);
    map.mutate({ targets, dateOrders: next }, { onError });
  };
  return (
    <Surface>
      <h3 className="font-medium">Match the columns</h3>
      <ul className="mt-2 divide-y divide-line">
        {columns.map(({ heading, samples, dates }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading, and none moves
          <li key={place} className="grid gap-2 py-3 sm:grid-cols-2 sm:items-center sm:gap-6">
            <div className="min-w-0">
              <p className="font-medium break-words">{heading}</p>
              <p className="truncate text-sm text-ink-2">{samples.join(' · ') || 'Empty'}</p>
            </div>
            <Select
              label={`Column ${heading}`}
              isLabelHidden
              value={targets[place]}
              onChange={(event) => choose(place, event.target.value as ImportTarget)}
            >
              {TARGET_GROUPS.map(([group, options]) => (
                <optgroup key={group} label={group}>
                  {options.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
            {isDate(targets[place]) && dates && !dates.isSure && (
              <OrderOfDates
                {...{ heading, dates }}
                order={dateOrders[place] ?? null}
                onChoose={(order) => chooseOrder(place, order)}
              />
            )}
          </li>
        ))}
      </ul>
    </Surface>
  );
}

const DATE_TARGETS: readonly (ImportTarget | undefined)[] = recordNamesOf('day', 'moment');
const isDate = (target: ImportTarget | undefined): boolean => DATE_TARGETS.includes(target);

interface OrderProps {
  heading: string;
  dates: NonNullable<ImportColumn['dates']>;
  order: DateOrder | null;
  onChoose: (order: DateOrder) => void;
}

/** Asks how a date is meant that can be read in two ways, and of which no other row of the column says it. */
function OrderOfDates({ heading, dates: { example }, order, onChoose }: OrderProps) {
  return (
    <>
      <p className="text-sm text-ink-2 wrap-anywhere">{`How should we read ${example}?`}</p>
      <Select
        label={`Order of the dates in ${heading}`}
        isLabelHidden
        value={order ?? ''}
        onChange={(event) => onChoose(event.target.value as DateOrder)}
      >
        {order === null && <option value="">Keep as is</option>}
        {DATE_ORDERS.map((one) => (
          <option key={one} value={one}>
            {DATE_ORDER_LABELS[one]}
          </option>
        ))}
      </Select>
    </>
  );
}
