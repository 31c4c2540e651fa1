import { Select } from '#ui/Field.tsx';
import { SCAN_FIELDS, SCAN_LABELS, type ScanField } from './scanned-contact.ts';

interface OtherLinesProps {
  lines: readonly string[];
  onUse: (line: string, field: ScanField) => void;
}

/** Lines that found no field: each can be put into one. */
export function OtherLines({ lines, onUse }: OtherLinesProps) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="scan-other-lines" className="space-y-2">
      <h3 id="scan-other-lines" className="text-sm font-medium">
        Also on the card
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">{line}</span>
            <span className="w-44">
              <Select
                label={`Where “${line}” belongs`}
                isLabelHidden
                value=""
                onChange={({ target }) => onUse(line, target.value as ScanField)}
              >
                <option value="">Add to…</option>
                {SCAN_FIELDS.map((field) => (
                  <option key={field} value={field}>
                    {SCAN_LABELS[field]}
                  </option>
                ))}
              </Select>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
