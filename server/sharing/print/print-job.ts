import type { HanLanguage } from '#server/sharing/drawing/font-list.ts';
import type { BadgeSize, CardDesign, CardSize } from '#shared/sharing/print-choices.ts';

/** The input and output of a print process. Lengths are PDF points (1/72 inch) unless the name says otherwise. */

export interface PrintPictureFile {
  kind: 'photo' | 'logo';
  /** PNG; of a photo, a square. */
  bytes: Uint8Array;
  width: number;
  height: number;
}

interface AnyJob {
  fullName: string;
  /** The name in two lines, for where it is too long for one; null if it has only one word. */
  nameLines: readonly [string, string] | null;
  jobTitle: string;
  company: string;
  template: 'modern' | 'classic' | 'minimal';
  primaryColor: string;
  secondaryColor: string;
  picture: PrintPictureFile | null;
  /** Whose forms of Chinese characters are drawn, if the texts themselves do not tell. */
  han: HanLanguage | null;
  /** The content of the QR code. */
  link: string;
  /** The document's title. */
  title: string;
  madeAt: Date;
}

export interface CardJob extends AnyJob {
  product: 'card';
  size: CardSize;
  design: CardDesign;
  /** The lines of the back, in order. */
  contacts: string[];
  hasMarks: boolean;
}

export interface BadgeJob extends AnyJob {
  product: 'badge';
  size: BadgeSize;
}

export type PrintJob = CardJob | BadgeJob;

/** A page as it will be cut, in millimeters. */
export interface PreviewPage {
  svg: string;
  width: number;
  height: number;
}

/** The tasks of a print process. */
export type PrintTasks = {
  pdf: { input: PrintJob; output: Buffer };
  preview: { input: PrintJob; output: PreviewPage[] };
};

export type PrintTask = {
  [Name in keyof PrintTasks]: { name: Name; input: PrintTasks[Name]['input'] };
}[keyof PrintTasks];

/** A length in points. */
export const fromMillimeters = (millimeters: number): number => (millimeters * 72) / 25.4;
export const toMillimeters = (points: number): number => Number(((points * 25.4) / 72).toFixed(2));
