import type { OidcProvider } from '#server/config/oidc-settings.ts';
import { escapeMarkup } from '#shared/formats/markup.ts';
import type { Tax } from '#shared/money/billing.ts';

/** Facts about this server in the app's document, so that no screen asks for them. The document is the same for everyone. */

const addMeta = (html: string, name: string, content: string): string =>
  html.replace('</head>', () => `<meta name="${name}" content="${escapeMarkup(content)}" /></head>`);

/** The providers to sign in with: their buttons are drawn at once. */
export function nameProviders(
  html: string,
  providers: readonly Pick<OidcProvider, 'name' | 'label'>[],
): string {
  if (providers.length === 0) return html;
  return addMeta(
    html,
    'sign-in-providers',
    JSON.stringify(providers.map(({ name, label }) => ({ name, label }))),
  );
}

/** How tax is said beside the price. */
export const nameTax = (html: string, tax: Tax): string =>
  tax === 'none' ? html : addMeta(html, 'tax', tax);
