/** What a port occasionally throws instead of an answer, like the real ones. */

/** @returns {Error | null} */
export function troubleOf(name, chance, { percent, errors: { RetryLater, Fault, ConversationRefused } }) {
  if (!chance.is(percent)) return null;
  const [port] = name.split('.');
  const fault = (code, message) => new Fault(code, message, `Advice about ${code}.`);
  const later = (of, afterMs) =>
    new RetryLater(`Not now: ${of}.`, { of, ...(afterMs === undefined ? {} : { afterMs }) });
  const isFault = chance.is(name === 'model.act' ? 40 : 20);
  if (port === 'github') {
    if (!isFault)
      return chance.one([
        later('github'),
        later('github'),
        later('github_limit', chance.one([800, 90_000, 1_500_000])),
      ]);
    const closed = name === 'github.ensurePullRequest' ? [fault('pull_request_closed', 'It was closed.')] : [];
    return chance.one([
      fault('github_refused', 'GitHub refused it.'),
      fault('github_gone', 'It is gone.'),
      fault('github_not_installed', 'Not installed.'),
      ...closed,
    ]);
  }
  if (port === 'model') {
    if (!isFault) return chance.one([later('model'), later('model'), later('model', 30_000)]);
    return chance.one([
      fault('model_refused', 'The model refused SECRET-123.'),
      new ConversationRefused('Too long.', { tooLong: true, cause: null }),
      new ConversationRefused('Not like this.', { tooLong: false, cause: null }),
      ...(chance.is(20) ? [fault('model_credentials', 'The key is wrong.')] : []),
    ]);
  }
  if (port === 'repositories') {
    return isFault && chance.is(50)
      ? chance.one([fault('git_failed', 'git failed.'), fault('base_branch_missing', 'No such branch.')])
      : later('git');
  }
  if (port === 'sandboxes') {
    return isFault && chance.is(50)
      ? chance.one([fault('docker', 'No engine.'), fault('image_missing', 'No image.')])
      : later('engine');
  }
  return null;
}
