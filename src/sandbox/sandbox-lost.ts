/**
 * The stream to the sandbox ended while an answer was awaited: the container is gone, the engine restarted, or
 * another driver took over. Attach again to see which; what ran may still be running.
 */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
  /** The container may well run, but its agent says nothing any more. */
  readonly isSilent: boolean;
  constructor(message: string, isSilent = false) {
    super(message);
    this.isSilent = isSilent;
  }
}
