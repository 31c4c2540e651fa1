import { Icon } from './Icon.tsx';

/** The two buttons as they will look; a preview has nothing to save or share. */
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
