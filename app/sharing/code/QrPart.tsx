import { useState } from 'react';
import { buildLink } from '#app/cards/cards/copy-link.ts';
import { useDebounced } from '#app/frame/use-debounced.ts';
import { ChoiceTiles } from '#app/sharing/part/ChoiceTiles.tsx';
import { PreviewTable, SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { useChoices } from '#app/sharing/part/use-choices.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { QR_CONTENTS, QR_GROUNDS, QR_MIDDLES, QR_STYLE_IDS } from '#shared/contract/constants.ts';
import { isOwnMedia } from '#shared/contract/media-urls.ts';
import { shortVcard, toShortContact } from '#shared/sharing/short-vcard.ts';
import { QR_STYLES, type QrStyle } from '#site/qr/qr-art.ts';
import { Checkbox } from '#ui/Choice.tsx';
import { CodePreview } from './CodePreview.tsx';
import { Downloads } from './Downloads.tsx';
import { OwnColors } from './OwnColors.tsx';
import { type Look, useCodeColors } from './qr.queries.ts';

interface Choices {
  contains: Look['contains'];
  style: Look['style'];
  hasOwnColors: boolean;
  from: string;
  to: string;
  middle: NonNullable<Look['middle']> | 'none';
  ground: Look['ground'];
}

const isHex = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);

/** Choices as they were kept on this device, which may be anything. */
function readChoices(kept: unknown, card: SeenCard): Choices {
  const of = (name: string): unknown => (kept instanceof Object ? Reflect.get(kept, name) : undefined);
  const oneOf = <Value,>(values: readonly Value[], name: string, usual: Value): Value =>
    values.find((value) => value === of(name)) ?? usual;
  const color = (name: string, usual: string) => {
    const value = of(name);
    return isHex(value) ? value : usual;
  };
  const middle = oneOf(['none', ...QR_MIDDLES] as const, 'middle', 'none');
  return {
    contains: oneOf(QR_CONTENTS, 'contains', 'link'),
    style: oneOf(QR_STYLE_IDS, 'style', 'gold'),
    hasOwnColors: of('hasOwnColors') === true,
    from: color('from', card.primaryColor),
    to: color('to', card.secondaryColor),
    middle: middlesOf(card).includes(middle) ? middle : 'none',
    ground: oneOf(QR_GROUNDS, 'ground', 'light'),
  };
}

/** A picture from another site is not in a code, which must look the same tomorrow. */
const middlesOf = (card: SeenCard): Choices['middle'][] => [
  'none',
  ...(card.profileImage && isOwnMedia(card.profileImage) ? (['photo'] as const) : []),
  ...(card.companyLogo && isOwnMedia(card.companyLogo) ? (['logo'] as const) : []),
];

const CONTAINS = { link: 'Link to your card', contact: 'Offline contact' };
const EXPLAINED = {
  link: 'Opens your card, always up to date.',
  contact: 'Contains your contact details, so it works without internet. Get a new one when they change.',
};
const MIDDLES = { none: 'None', photo: 'Photo', logo: 'Logo' };
const GROUNDS = { light: 'Light', dark: 'Dark' };
const gradientOf = (from: string, to: string) => `linear-gradient(135deg, ${from}, ${to})`;
const STYLES = QR_STYLES.map(({ id, name, from, to }) => ({
  value: id,
  label: name,
  color: gradientOf(from, to),
}));

/** The card's codes, in every style, to look at and to download. */
export function QrPart({ card, isCounted }: SharingProps) {
  const [choices, change] = useChoices('qr', card.id, (kept) => readChoices(kept, card));
  const [typed, setTyped] = useState({ from: choices.from, to: choices.to });
  const style = chooseStyle(choices);
  const look = lookOf(choices);
  const settled = useDebounced(JSON.stringify(look));
  const colors = useCodeColors(card.id, JSON.parse(settled) as Look);
  const isUnsettled = settled !== JSON.stringify(look) || colors.isPlaceholderData;
  const isWaiting = choices.hasOwnColors && (isUnsettled || colors.isFetching);
  const isRefused = choices.hasOwnColors && colors.data?.canBeScanned === false;
  const takeColors = (from: string, to: string) => {
    setTyped({ from, to });
    change({ ...(isHex(from) ? { from } : {}), ...(isHex(to) ? { to } : {}) });
  };
  return (
    <SharingPart
      title="QR code"
      text={`${EXPLAINED[choices.contains]}${isCounted && choices.contains === 'link' ? ' Each scan counts as a view.' : ''}`}
      preview={
        <PreviewTable>
          <CodePreview
            card={card}
            text={textOf(card, choices.contains)}
            style={style}
            look={look}
            picture={choices.middle === 'logo' ? card.companyLogo : card.profileImage}
          />
        </PreviewTable>
      }
      actions={<Downloads cardId={card.id} look={look} isRefused={isRefused} isWaiting={isWaiting} />}
    >
      <ChoiceTiles
        label="Contains"
        options={QR_CONTENTS.map((value) => ({ value, label: CONTAINS[value] }))}
        value={choices.contains}
        onChange={(contains) => change({ contains })}
      />
      <div>
        <ChoiceTiles
          label="Style"
          options={STYLES}
          value={choices.style}
          onChange={(id) => change({ style: id })}
        />
        <Checkbox
          label="Custom colors"
          checked={choices.hasOwnColors}
          onChange={({ target }) => change({ hasOwnColors: target.checked })}
        />
        {choices.hasOwnColors && (
          <OwnColors
            from={typed.from}
            to={typed.to}
            nearest={isRefused && !isUnsettled ? colors.data : undefined}
            onChange={takeColors}
          />
        )}
      </div>
      <Surroundings card={card} choices={choices} onChange={change} />
    </SharingPart>
  );
}

interface SurroundingsProps {
  card: SeenCard;
  choices: Choices;
  onChange: (changes: Partial<Choices>) => void;
}

/** Inside the code and behind it. */
function Surroundings({ card, choices, onChange }: SurroundingsProps) {
  const middles = middlesOf(card);
  return (
    <>
      {choices.contains === 'link' && middles.length > 1 && (
        <ChoiceTiles
          label="Center"
          options={middles.map((value) => ({ value, label: MIDDLES[value] }))}
          value={choices.middle}
          onChange={(middle) => onChange({ middle })}
        />
      )}
      <ChoiceTiles
        label="Background"
        options={QR_GROUNDS.map((value) => ({ value, label: GROUNDS[value] }))}
        value={choices.ground}
        onChange={(ground) => onChange({ ground })}
      />
    </>
  );
}

const textOf = (card: SeenCard, contains: Look['contains']) =>
  contains === 'link' ? buildLink(card) : shortVcard(toShortContact(card), buildLink(card));

function chooseStyle({ style, hasOwnColors, from, to }: Choices): QrStyle {
  const found = QR_STYLES.find(({ id }) => id === style) ?? QR_STYLES[0];
  return hasOwnColors ? { ...found, from, to } : found;
}

const lookOf = ({ contains, style, hasOwnColors, from, to, middle, ground }: Choices): Look => ({
  style,
  ...(hasOwnColors ? { from, to } : {}),
  ...(contains === 'link' && middle !== 'none' ? { middle } : {}),
  ground,
  contains,
});
