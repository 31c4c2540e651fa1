import type { FieldKind, FieldWords } from '#shared/contract/field-kinds.ts';
import type { VcardPlace } from '#shared/formats/vcard.ts';

/** The entry of a card's field in the table. */

/** The editor's sections in order, each with its tab. */
export const CARD_SECTIONS = {
  card: { tab: 'basic', title: 'The card' },
  nameParts: { tab: 'basic', title: 'Name parts' },
  about: { tab: 'basic', title: 'About you' },
  more: { tab: 'basic', title: 'More details' },
  skills: { tab: 'basic', title: 'Skills and achievements' },
  template: { tab: 'design', title: 'Template' },
  colors: { tab: 'design', title: 'Colors', hint: 'Pick a palette or choose your own.' },
  social: { tab: 'social', title: 'Social links', hint: 'Paste a link or just your username.' },
  websites: { tab: 'social', title: 'Additional websites' },
  background: {
    tab: 'media',
    title: 'Background',
    hint: 'Plays behind your card. Paused for people who prefer less motion.',
  },
  galleries: { tab: 'media', title: 'Galleries', hint: 'Your card shows them in this order.' },
  brand: { tab: 'media', title: 'Brand pictures' },
  features: { tab: 'media', title: 'Features' },
} as const satisfies Record<string, { tab: CardTab; title: string; hint?: string }>;

export type CardTab = 'basic' | 'design' | 'social' | 'media';
export type CardSection = keyof typeof CARD_SECTIONS;

/** A field's place in the editor. The numbers leave gaps for new fields. */
export interface EditorPlace {
  section: CardSection;
  order: number;
  /** Shares its line with the next half if there is room. */
  isHalf?: true;
  /** How many lines of text it shows at once. */
  rows?: number;
}

/** A tappable line of the public card. */
export interface ContactPlace {
  icon: 'mail' | 'phone' | 'globe' | 'portfolio' | 'calendar' | 'video';
  /** Shown in place of the address itself. */
  says?: string;
  /** Shown below it; the field's own label if left out. */
  label?: string;
}

export type CardField = FieldKind &
  FieldWords & {
    /** Its label for visitors and in wallets, if different. */
    shownAs?: string;
    /** The label of each option, including the empty one. */
    optionLabels?: Readonly<Record<string, string>>;
    editor: EditorPlace;
    contactLine?: ContactPlace;
    vcard?: VcardPlace;
    /** The side of a wallet pass that shows it. */
    pass?: 'front' | 'back';
    /** Part of the card's head, which the portfolio shows. */
    isInHead?: true;
    /** True if it says something about the person, rather than the look of the card. */
    isPersonal: boolean;
    /** If a team hands the card to somebody else: usually, what is personal goes, and the rest stays. */
    atSuccession?: 'stays' | 'goes';
    /** True if strangers may see it, or only the owner. */
    isPublic: boolean;
    /** A team may give it a value for all its cards (docs/decisions/363); its value is a text or null. */
    canBeBranded?: true;
  };

export type CardFieldTable = Readonly<Record<string, CardField>>;
