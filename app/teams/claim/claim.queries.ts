import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError, call, urlOf } from '#app/frame/api/call.ts';
import { recallUser } from '#app/frame/api/session.ts';
import type { ClaimBody, ClaimOffer } from '#shared/teams/claims.ts';

/** Calls of the page that an invite leads to. */

export interface ClaimParams extends Record<string, string> {
  id: string;
  token: string;
}

const claimKey = (params: ClaimParams) => [urlOf('GET /api/teams/{id}/claims/{token}', { params })] as const;

export function useClaimOffer(params: ClaimParams) {
  return useQuery({
    queryKey: claimKey(params),
    queryFn: () => call('GET /api/teams/{id}/claims/{token}', { params }),
    gcTime: 0,
  });
}

/** Who has the page open: null if nobody is signed in here, which is no reason to leave it. */
async function findReader() {
  try {
    return (await call('GET /api/auth/me')).user;
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

/** Asked once the offer is known, which says if the server knows somebody that this browser does not remember. */
export function useClaimReader(offer: ClaimOffer | undefined) {
  const isSignedIn =
    recallUser() !== null || offer?.isYours || (offer?.state === 'open' && offer.problem !== null);
  return useQuery({
    queryKey: ['reader of an invite'],
    queryFn: () => (isSignedIn ? findReader() : null),
    enabled: offer !== undefined,
    gcTime: 0,
  });
}

export function useClaim(params: ClaimParams) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ClaimBody) => call('POST /api/teams/{id}/claims/{token}', { params, body }),
    meta: { failure: { fallback: 'We couldn’t claim the card. Please try again.' } },
    onError: () => void client.invalidateQueries({ queryKey: claimKey(params) }),
    // The account has one more team, and its screens another card.
    onSuccess: () => client.clear(),
  });
}

export function useAskForInvite(params: ClaimParams) {
  return useMutation({
    mutationFn: () => call('POST /api/teams/{id}/claims/{token}/ask', { params }),
    meta: { failure: { fallback: 'We couldn’t ask the team. Please try again.' } },
  });
}

export function useRefuseInvites(params: ClaimParams) {
  return useMutation({
    mutationFn: () => call('POST /api/teams/{id}/claims/{token}/refuse', { params }),
    meta: { failure: { fallback: 'We couldn’t save this. Please try again.' } },
  });
}
