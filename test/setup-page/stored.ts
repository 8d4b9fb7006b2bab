import type { StoredApp } from '../../src/setup-page/stored-app.ts';

export const STORED: StoredApp = {
  appId: 77,
  slug: 'acme-planwright',
  clientId: 'Iv23liCanary0123Abcd',
  githubUrl: 'https://github.com',
  htmlUrl: 'https://github.com/apps/acme-planwright',
  privateKey: 'canary-key',
  webhookSecret: 'canary-secret-of-good-length',
  relay: null,
};
