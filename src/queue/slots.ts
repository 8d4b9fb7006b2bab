/** The slots of one process: who waits for one has it before whoever comes later. */
export interface Slots {
  /** False when none is free. */
  take(): boolean;
  /** Resolves when it is taken; false when it is waited for no more. */
  wait(): Promise<boolean>;
  free(): void;
  /** Nobody waits any longer, or will. */
  stopWaiting(): void;
}

export function createSlots(number: number): Slots {
  const waiting: ((isTaken: boolean) => void)[] = [];
  let free = number;
  let isOver = false;
  return {
    take() {
      if (free === 0) return false;
      free -= 1;
      return true;
    },
    wait: async () => !isOver && new Promise<boolean>((resolve) => void waiting.push(resolve)),
    free() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next(true);
    },
    stopWaiting() {
      isOver = true;
      for (const give of waiting.splice(0)) give(false);
    },
  };
}
