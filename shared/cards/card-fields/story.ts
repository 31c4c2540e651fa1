import { LIST_MAX } from '#shared/contract/constants.ts';
import type { CardFieldTable } from './card-field.ts';

/** Fields in which people describe themselves. */
export const STORY_FIELDS = {
  bio: {
    kind: 'text',
    label: 'Bio',
    shownAs: 'About',
    hint: 'Shown as “About”.',
    editor: { section: 'about', order: 40, rows: 5 },
    vcard: { 3: 'NOTE', 4: 'NOTE' },
    pass: 'back',
    isPersonal: true,
    isPublic: true,
  },
  industry: {
    kind: 'line',
    label: 'Industry',
    editor: { section: 'more', order: 20, isHalf: true },
    vcard: { 3: 'NOTE', 4: 'NOTE', label: 'Industry' },
    isPersonal: true,
    isPublic: true,
  },
  skills: {
    kind: 'list',
    of: 'tags',
    max: LIST_MAX.tags,
    label: 'Skills',
    placeholder: 'Negotiation, Corporate law',
    editor: { section: 'skills', order: 10 },
    isPersonal: true,
    isPublic: true,
  },
  achievements: {
    kind: 'list',
    of: 'tags',
    max: LIST_MAX.tags,
    label: 'Achievements',
    editor: { section: 'skills', order: 20 },
    isPersonal: true,
    isPublic: true,
  },
  languages: {
    kind: 'list',
    of: 'tags',
    max: LIST_MAX.tags,
    label: 'Languages',
    placeholder: 'English, Polish',
    editor: { section: 'skills', order: 30, isHalf: true },
    isPersonal: true,
    isPublic: true,
  },
  certifications: {
    kind: 'list',
    of: 'tags',
    max: LIST_MAX.tags,
    label: 'Certifications',
    editor: { section: 'skills', order: 40, isHalf: true },
    isPersonal: true,
    isPublic: true,
  },
} as const satisfies CardFieldTable;
