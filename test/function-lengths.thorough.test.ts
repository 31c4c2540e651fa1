import { expect, it } from 'vitest';
import { product, read } from './sources.ts';
import { listFunctions } from './syntax.ts';

const LINES_MAX = 60;

/** Functions from before their lines were counted with the markup in them. None is added; one that got shorter goes. */
const LONG = [
  'app/accounts/auth/RegisterPage.tsx RegistrationForm',
  'app/accounts/auth/SignInPage.tsx FirstStep',
  'app/accounts/auth/proof/CodeStep.tsx CodeStep',
  'app/cards/editor/drafts/draft-sender.ts createSender',
  'app/cards/editor/drafts/open-draft.ts keepDraft',
  'app/cards/editor/use-card-editor.ts useCardEditor',
  'app/messages/notices/Devices.tsx Devices',
  'app/messages/notices/ReminderForm.tsx ReminderForm',
  'app/offline/OfflineSettings.tsx OfflineSettings',
  'app/people/contacts/ContactsPage.tsx People',
  'app/people/contacts/scan/ConfirmForm.tsx ConfirmForm',
  'app/people/contacts/scan/ScanDialog.tsx ScanDialog',
  'app/people/contacts/tools/SelectionBar.tsx SelectionBar',
  'app/people/follow-ups/FollowUpDialog.tsx FollowUpDialog',
  'app/people/import/ImportChoices.tsx ImportChoices',
  'app/sharing/code/QrPart.tsx QrPart',
  'app/sharing/nfc/use-tag-writer.ts useTagWriter',
];

it('has no new function of more than 60 lines, markup included', () => {
  const isLong = (file: string) => read(file).split('\n').length > LINES_MAX;
  const long = product.filter(isLong).flatMap((file) =>
    listFunctions(file, read(file))
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ name }) => `${file} ${name}`),
  );
  expect(long.sort()).toEqual(LONG);
});

it('counts the lines of markup', () => {
  const source = 'export function Page() {\n  return (\n    <p>\n      Text\n    </p>\n  );\n}\n';
  expect(listFunctions('Page.tsx', source)).toEqual([{ name: 'Page', lines: 7 }]);
  expect(listFunctions('a.ts', 'const run = () => {\n};\nfn(() => 1);\n')).toEqual([
    { name: 'run', lines: 2 },
    { name: 'line 3', lines: 1 },
  ]);
});
