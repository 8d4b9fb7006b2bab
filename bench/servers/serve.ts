/** The child's side of children.ts: the parent's first message is the input. */
export function serve(start: (input: never) => Promise<object>): void {
  process.on('message', (message: unknown) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.((user + system) / 1_000);
      return;
    }
    void start(message as never).then((ready) => process.send?.(ready));
  });
  process.on('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
}
