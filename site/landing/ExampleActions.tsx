import { Icon } from '#site/card/Icon.tsx';

/** The address of the example's contact file. */
export const EXAMPLE_VCARD = '/example.vcf';

/** The example card's buttons: one saves a real contact file, the other shows where a visitor's details end up. */
export function ExampleActions() {
  return (
    <>
      <a className="action" href={EXAMPLE_VCARD}>
        <Icon glyph="save" />
        <span>Save Contact</span>
      </a>
      <a className="action second" href="#preview-contacts">
        <Icon glyph="exchange" />
        <span>Exchange Contact</span>
      </a>
    </>
  );
}
