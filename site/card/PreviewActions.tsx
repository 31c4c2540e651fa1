import { Icon } from './Icon.tsx';

/** The two buttons as they will look; there is nothing to save or share from a preview. */
export function PreviewActions() {
  return (
    <>
      <span className="action">
        <Icon glyph="save" />
        <span>Save Contact</span>
      </span>
      <span className="action second">
        <Icon glyph="exchange" />
        <span>Exchange Contact</span>
      </span>
    </>
  );
}
