import type { FieldKind, FieldWords } from '../field-kinds.ts';

/** What the table of a card says about each field. */

/** The sections of the editor in the order they stand, each in its tab. */
export const CARD_SECTIONS = {
  card: {
    tab: 'basic',
    title: 'The card',
    hint: 'All you need to start is a card name and your full name.',
  },
  nameParts: {
    tab: 'basic',
    title: 'Name parts',
    hint: 'Given and family name, title, how it is said. Guessed where left empty.',
  },
  reach: { tab: 'basic', title: 'How to reach you' },
  more: {
    tab: 'basic',
    title: 'More details',
    hint: 'Pronouns, department, work email and phone, address, booking and video call links',
  },
  skills: { tab: 'basic', title: 'Skills and achievements', hint: 'Separate them with commas.' },
  template: { tab: 'design', title: 'Template' },
  colors: { tab: 'design', title: 'Colors', hint: 'Pick a palette or choose your own.' },
  social: { tab: 'social', title: 'Social links', hint: 'Paste a link or just your username.' },
  websites: { tab: 'social', title: 'Additional websites' },
  background: {
    tab: 'media',
    title: 'Background',
    hint: 'Plays behind your card. Paused for people who prefer less motion.',
  },
  galleries: { tab: 'media', title: 'Galleries', hint: 'The order here is the order on your card.' },
  brand: { tab: 'media', title: 'Brand pictures' },
  features: { tab: 'media', title: 'Features' },
} as const satisfies Record<string, { tab: CardTab; title: string; hint?: string }>;

export type CardTab = 'basic' | 'design' | 'social' | 'media';
export type CardSection = keyof typeof CARD_SECTIONS;

/** Where a field stands in the editor. Numbers leave room between them. */
export interface EditorPlace {
  section: CardSection;
  order: number;
  /** Shares its line with the next half where there is room. */
  isHalf?: true;
  /** How many lines of text it shows at once. */
  rows?: number;
}

/** A property of contact files with its parameters, as vCard 3.0 (RFC 2426) and 4.0 (RFC 6350) write it. */
export interface VcardPlace {
  3: string;
  4: string;
  /** Which component of the property's value it is, from 0; without it, the whole value. */
  component?: number;
  /** Written only where nothing else of the property is. */
  isStandIn?: true;
  /** What address books write beside a link, or before a text. */
  label?: string;
}

/** A line of the public card that can be tapped. */
export interface ContactPlace {
  icon: 'mail' | 'phone' | 'globe' | 'portfolio' | 'calendar' | 'video';
  /** In place of the address itself. */
  says?: string;
  /** Under it; the field's own label when left out. */
  label?: string;
}

export type CardField = FieldKind &
  FieldWords & {
    /** Its label for visitors and in a wallet, where that is another one. */
    shownAs?: string;
    /** What each choice is called, the empty one too. */
    optionLabels?: Readonly<Record<string, string>>;
    editor: EditorPlace;
    contactLine?: ContactPlace;
    vcard?: VcardPlace;
    /** The side of a wallet pass on which it stands. */
    pass?: 'front' | 'back';
    /** Stands in the head of the card, which the portfolio shows. */
    isInHead?: true;
    /** Tells something about a person, not about the look of their card. */
    isPersonal: boolean;
    /** Whether a stranger may know it, or only the owner. */
    isPublic: boolean;
  };

export type CardFieldTable = Readonly<Record<string, CardField>>;
