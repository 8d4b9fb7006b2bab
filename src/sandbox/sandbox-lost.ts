/**
 * The stream to the sandbox ended while an answer was awaited: the container is gone, the engine restarted, or
 * another driver took over. Attach again to see which; what ran may still be running.
 */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
}
