import { warnOfCertificate } from '#server/sharing/wallet/certificate-notice.ts';
import { walletJobs } from '#server/sharing/wallet/wallet.jobs.ts';

export const sharingWork = {
  jobs: walletJobs,
  beforeStart: [warnOfCertificate],
  afterUpdate: [],
};
