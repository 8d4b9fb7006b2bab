/** One driving process: it may be killed, asked to end, or left behind while another one takes over. */
export function createProcess({ onCutOff, onLeft }) {
  const shutdown = new AbortController();
  let isDead = false;
  let isLeft = false;
  let died;
  let vanished;
  const gone = new Promise((resolve) => {
    vanished = resolve;
  });
  const death = new Promise((resolve) => {
    died = resolve;
  });
  const end = (how) => {
    died({ kind: how });
    if (isDead) vanished(undefined);
    return new Promise(() => undefined);
  };

  const process = {
    shutdown: shutdown.signal,
    death,
    /** Dead, also after it was left behind. */
    gone,
    isDead: () => isDead,
    isLeft: () => isLeft,
    shutDown: () => shutdown.abort(new Error('The service is stopping.')),
    kill(how) {
      isDead = true;
      return end(how);
    },
    /** Its drive is over; what it still does in the background reaches nobody. */
    over() {
      isDead = true;
    },
    cutOff() {
      isDead = true;
      onCutOff();
      return end('cut off');
    },
    /** Hangs in a call; the answer arrives when another process has got that far, so it finds itself overtaken. */
    leaveBehind(answer, until) {
      isLeft = true;
      void end('left behind');
      return new Promise((resolve) => onLeft(process, until, () => resolve(answer)));
    },
    releaseLeft: () => null,
  };
  return process;
}
