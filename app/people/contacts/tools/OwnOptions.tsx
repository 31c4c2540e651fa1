import { useTags } from '#app/people/contacts/person/person.queries.ts';
import { useFilters } from './filters.queries.ts';

interface OwnOptionsProps {
  /** The tag that the list shows; it may be gone from the owner's tags. */
  tag: string;
  tagPrefix: string;
  viewPrefix: string;
}

/** The owner's tags and saved views, as options beside the filters. */
export function OwnOptions({ tag, tagPrefix, viewPrefix }: OwnOptionsProps) {
  const { data: tags = [] } = useTags();
  const { data: views = [] } = useFilters();
  const names = [...new Set([...(tag ? [tag] : []), ...tags.map(({ name }) => name)])];
  return (
    <>
      {names.length > 0 && (
        <optgroup label="Tags">
          {names.map((name) => (
            <option key={name} value={tagPrefix + name}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {views.length > 0 && (
        <optgroup label="Saved views">
          {views.map(({ id, name, query }) => (
            <option key={id} value={viewPrefix + JSON.stringify(query)}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </>
  );
}
