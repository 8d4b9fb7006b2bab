import { describe, expect, it } from '@jest/globals';
import { mistypedIn } from '../../src/config/mistyped.ts';

const meantBy = (given: Readonly<Record<string, string>>) =>
  mistypedIn(given).map((said) => /^(\w+) is not a known variable.+ Did you mean (\w+)\?$/.exec(said)?.slice(1));

describe('variables whose names are nearly ours (OPS-4)', () => {
  it.each([
    ['WEBHOK_SECRET', 'WEBHOOK_SECRET'],
    ['WEBHOOK_SECRETS_FILE', 'WEBHOOK_SECRET_FILE'],
    ['REDIS_URI', 'REDIS_URL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['DATADIR', 'DATA_DIR'],
    ['PROMPT_DIR', 'PROMPTS_DIR'],
    ['ANTHROPIC_APIKEY', 'ANTHROPIC_API_KEY'],
    ['PRIVATE_KEY_PAHT', 'PRIVATE_KEY_PATH'],
    ['APPID', 'APP_ID'],
    ['MAX_TOTAL_REPLAN', 'MAX_TOTAL_REPLANS'],
  ])('%s is told as a slip of %s', (written, meant) => {
    expect(meantBy({ [written]: 'canary' })).toEqual([[written, meant]]);
  });

  it('says nothing of what is known, of what belongs to others, and of a slip beside the right one', () => {
    const others = [
      'HOME',
      'HOSTNAME',
      'PATH',
      'GH_HOST',
      'REDIS_PORT',
      'NODE_OPTIONS',
      'ANTHROPIC_MODEL',
      'LOG_LABEL',
      'XDG_DATA_DIRS',
    ];
    const known = ['HOST', 'APP_ID_FILE', 'REDIS_URL', 'REFLECTION_ENABLED', 'PLANWRIGHT_LANGUAGE', 'PRIVATE_KEY_FILE'];
    expect(mistypedIn(Object.fromEntries([...others, ...known].map((name) => [name, 'x'])))).toEqual([]);
    expect(mistypedIn({ LOGLEVEL: 'debug', LOG_LEVEL: 'debug' })).toEqual([]);
  });
});
