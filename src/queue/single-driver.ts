/**
 * One drive of a task at a time in this process. A busy machine can lose the lock of a job that is still being worked
 * on, and the same process may be handed it again: the first drive lets go before the second begins, since both would
 * use the same container and the same connection to it.
 */
export type OneDrive = <Result>(
  taskId: string,
  shutdown: AbortSignal,
  work: (shutdown: AbortSignal) => Promise<Result>,
) => Promise<Result>;

interface InHand {
  readonly letGo: AbortController;
  readonly over: Promise<unknown>;
}

export function createOneDrive(): OneDrive {
  const inHand = new Map<string, InHand>();

  return async (taskId, shutdown, work) => {
    for (let before = inHand.get(taskId); before !== undefined; before = inHand.get(taskId)) {
      before.letGo.abort(new Error('This task was taken up again.'));
      await before.over;
    }
    const letGo = new AbortController();
    const mine = work(AbortSignal.any([shutdown, letGo.signal]));
    const over = mine.catch(() => undefined).finally(() => inHand.delete(taskId));
    inHand.set(taskId, { letGo, over });
    return mine;
  };
}
