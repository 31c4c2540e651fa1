import type { OidcProvider } from '#server/config/oidc-settings.ts';
import { escapeMarkup } from '#shared/formats/markup.ts';

/**
 * The app's document with the providers to sign in with: it draws their buttons at once, without asking for them. The
 * document is the same for everyone.
 */
export function nameProviders(
  html: string,
  providers: readonly Pick<OidcProvider, 'name' | 'label'>[],
): string {
  if (providers.length === 0) return html;
  const list = JSON.stringify(providers.map(({ name, label }) => ({ name, label })));
  const content = escapeMarkup(list);
  return html.replace('</head>', () => `<meta name="sign-in-providers" content="${content}" /></head>`);
}
