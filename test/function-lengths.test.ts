import { expect, it } from 'vitest';
import { product, read } from './sources.ts';
import { functionsOf } from './syntax.ts';

const LINES_MAX = 60;

/** Functions from before their lines were counted with the markup in them. None is added; one that got shorter goes. */
const LONG = [
  'app/admin/AccountDialog.tsx ActForm',
  'app/auth/CodeStep.tsx CodeStep',
  'app/auth/RegisterPage.tsx RegistrationForm',
  'app/auth/SignInPage.tsx FirstStep',
  'app/cards/editor/drafts/draft-sender.ts createSender',
  'app/cards/editor/drafts/open-draft.ts keepDraft',
  'app/cards/editor/use-card-editor.ts useCardEditor',
  'app/contacts/AddContactDialog.tsx AddContactDialog',
  'app/contacts/ContactList.tsx ContactList',
  'app/contacts/ContactsPage.tsx People',
  'app/contacts/person/DetailsDialog.tsx DetailsDialog',
  'app/contacts/scan/ConfirmForm.tsx ConfirmForm',
  'app/contacts/scan/ScanDialog.tsx ScanDialog',
  'app/contacts/tools/ListFilters.tsx ListFilters',
  'app/contacts/tools/SelectionBar.tsx SelectionBar',
  'app/follow-ups/FollowUpDialog.tsx FollowUpDialog',
  'app/follow-ups/WishForm.tsx WishForm',
  'app/import/ImportChoices.tsx ImportChoices',
  'app/notices/Devices.tsx Devices',
  'app/notices/ReminderForm.tsx ReminderForm',
  'app/offline/OfflineSettings.tsx OfflineSettings',
  'app/sharing/nfc/use-tag-writer.ts useTagWriter',
  'app/sharing/qr/QrPart.tsx QrPart',
  'server/archive/account-taker.ts createAccountTaker',
  'server/archive/contact-taker.ts createContactTaker',
  'server/auth/oidc/providers.ts createOidcProviders',
  'server/billing/stripe/stripe-invoices.ts createStripeInvoices',
  'server/import/contact-values.ts contactOf',
  'server/import/split-cards.ts createCardSplitter',
  'server/infra/queue/queue.ts createQueue',
  'server/model/language-model.ts openLanguageModel',
  'server/model/models.ts createModels',
  'server/state.ts openState',
  'server/wallet/apple-signer.ts createAppleWallet',
  'site/card/CardPage.tsx CardPage',
  'site/card/WalletPage.tsx WalletPage',
  'ui/OpenMenu.tsx OpenMenu',
];

it('has no new function of more than 60 lines, markup included', () => {
  const long = product.flatMap((file) =>
    functionsOf(file, read(file))
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ name }) => `${file} ${name}`),
  );
  expect(long.sort()).toEqual(LONG);
});

it('counts the lines of markup', () => {
  const source = 'export function Page() {\n  return (\n    <p>\n      Text\n    </p>\n  );\n}\n';
  expect(functionsOf('Page.tsx', source)).toEqual([{ name: 'Page', lines: 7 }]);
  expect(functionsOf('a.ts', 'const run = () => {\n};\nfn(() => 1);\n')).toEqual([
    { name: 'run', lines: 2 },
    { name: 'line 3', lines: 1 },
  ]);
});
