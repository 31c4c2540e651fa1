import type { ShapedLine } from '#server/sharing/drawing/drawing-tasks.ts';
import type { HanLanguage } from '#server/sharing/drawing/font-list.ts';
import { type Fonts, openFonts } from '#server/sharing/drawing/fonts.ts';
import { openHanLanguages } from '#server/sharing/drawing/han-language.ts';
import { createDrawer } from '#server/sharing/drawing/run-drawing-task.ts';
import { composeBadge } from './compose-badge.ts';
import { composeCard } from './compose-card.ts';
import { type PreviewPage, type PrintJob, type PrintTask, toMillimeters } from './print-job.ts';
import { createTextSetter, type Shape, type TextSetter } from './set-text.ts';
import type { Sheet } from './sheet.ts';
import { measureIn, openPdf, writePdf } from './write-pdf.ts';
import { writeSvgs } from './write-svg.ts';

/** Runs print tasks with pdfkit; only print processes load this file. */

const composeSheet = (job: PrintJob, setter: TextSetter): Promise<Sheet> =>
  job.product === 'card' ? composeCard(job, setter) : composeBadge(job, setter);

const textOf = (job: PrintJob): string =>
  [job.fullName, job.company, job.jobTitle, ...(job.product === 'card' ? job.contacts : [])].join(' ');

export function createPrinter(): (task: PrintTask) => Promise<Buffer | PreviewPage[]> {
  const fonts: Fonts = openFonts();
  const draw = createDrawer();
  const languages = openHanLanguages();
  /** All lines of a job in the same forms of Chinese characters. */
  const shapeIn =
    (han: HanLanguage): Shape =>
    async (text, width, manner) => {
      const lines = [{ text, width, ...manner }];
      const [line] = (await draw({ name: 'lines', input: { lines, han } })) as ShapedLine[];
      if (!line) throw new Error('A line was not shaped.');
      return line;
    };
  return async ({ name, input }) => {
    const doc = openPdf(input);
    const shape = shapeIn(languages.of(textOf(input), input.han));
    const setter = createTextSetter(fonts, (text, font, size) => measureIn(doc, text, font, size), shape);
    const sheet = await composeSheet(input, setter);
    if (name === 'pdf') return writePdf(doc, sheet);
    const svgs = await writeSvgs(sheet, setter);
    const size = { width: toMillimeters(sheet.width), height: toMillimeters(sheet.height) };
    return svgs.map((svg) => ({ svg, ...size }));
  };
}
