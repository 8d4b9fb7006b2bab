/**
 * Logging. Messages are static, fields carry the data; `trace`, `task`, `delivery` and `issue` say what a line is
 * about. Secrets are masked in the finished line. One line is one JSON object or, in development, one readable line;
 * control characters are escaped in both.
 */
import { type DestinationStream, type Logger, type LevelWithSilent, pino } from 'pino';
import type { Redactor } from '../secrets/redactor.ts';

interface LoggerOptions {
  readonly level: LevelWithSilent;
  readonly pretty: boolean;
  readonly redactor: Redactor;
  readonly destination?: DestinationStream;
}

export function createLogger({ level, pretty, redactor, destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => `${finishLine(line)}\n` },
  };
  return pino(options, destination ?? pino.destination({ fd: 1, sync: true }));

  function finishLine(line: string): string {
    const fields = redactor.json(parseLine(line)) as Readonly<Record<string, unknown>>;
    return escapeControls(pretty ? readable(fields) : JSON.stringify(fields));
  }
}

/** pino writes JSON; should it ever fail to, the text is kept as a message. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return { level: 'error', msg: line };
  }
}

function readable(fields: Readonly<Record<string, unknown>>): string {
  const { time, level, msg, ...rest } = fields;
  const clock = typeof time === 'string' ? time.slice(11, 19) : '';
  const details = Object.entries(rest).map(([name, value]) => `${name}=${readableValue(value)}`);
  return [clock, String(level).toUpperCase().padEnd(5), typeof msg === 'string' ? msg : '', ...details].join(' ');
}

function readableValue(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]{1,200}$/.test(value)) return value;
  return JSON.stringify(value) ?? '';
}

/** JSON does not escape C1 controls, line separators and bidirectional overrides, but terminals act on them. */
function escapeControls(line: string): string {
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
