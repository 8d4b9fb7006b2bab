export const MASK = '[redacted]';
