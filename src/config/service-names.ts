/** Variables of the service itself; read by app/start-service.ts and, the credentials of the App, by the intake. */
export const SECRET_NAMES: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'DASHBOARD_TOKEN',
  'REDIS_URL',
  'PRIVATE_KEY',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_PREVIOUS',
];

export const SERVICE_NAMES: readonly string[] = [
  'HOST',
  'PORT',
  'METRICS_PORT',
  'PUBLIC_URL',
  'DATA_DIR',
  'LOG_LEVEL',
  'NODE_ENV',
  'ANTHROPIC_BASE_URL',
  'GHE_HOST',
  'GHE_PROTOCOL',
  'APP_ID',
  'PRIVATE_KEY_PATH',
  ...SECRET_NAMES,
];
