import { useAccount } from '#app/accounts/auth/auth.queries.ts';

/** True if a phone can take a card of this server into its wallet; undefined until the account is there. */
export function useHasWallet(): boolean | undefined {
  const abilities = useAccount().data?.abilities;
  return abilities && (abilities.signsApplePasses || abilities.signsGooglePasses);
}
