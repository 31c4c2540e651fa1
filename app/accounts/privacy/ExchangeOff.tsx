import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { accountHere } from '#app/frame/api/account-here.ts';
import { TurnOnLink } from '#app/frame/TurnOnLink.tsx';

/** True while the person's switch keeps visitors from sending their details; a team has no such switch. */
export function useIsExchangeOff(): boolean {
  const { data: account } = useAccount();
  return account?.settings.isExchangeEnabled === false && !accountHere();
}

export const ExchangeOff = () => (
  <>
    Contact exchange is off, so visitors can’t send you their details. <TurnOnLink />
  </>
);
