/** The set-up is plain JavaScript, because it runs before anything is installed; here its exports get the types they state in comments. */
const folder = new URL('../../scripts/setup/', import.meta.url);

function load(name: string): Promise<unknown> {
  return import(new URL(`${name}.mjs`, folder).href);
}

type Lock = { readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>> };

export interface EngineFacts {
  readonly unreachable: string | null;
  readonly local: boolean;
  readonly linux: boolean;
  readonly running: boolean;
  readonly installed: boolean;
  readonly systemd: boolean;
  readonly root: boolean;
}

export const { extraCertificates, readCertificates } = (await load('certificates')) as {
  extraCertificates(texts: {
    readonly own: string;
    readonly distribution: string;
    readonly bundle: string;
  }): ReadonlyMap<string, string>;
  readCertificates(text: string): readonly { readonly subject: string }[];
};
export const { readDemoOptions } = (await load('demo-options')) as {
  readDemoOptions(
    args: readonly string[],
  ):
    | { readonly kind: 'run'; readonly options: { readonly language: 'en' | 'ja'; readonly keep: boolean } }
    | { readonly kind: 'help' | 'mistake'; readonly text: string };
};
export const { findBrowser } = (await load('browser')) as { findBrowser(): Promise<string | null> };
export const { mirrorsIn } = (await load('debian-mirror')) as {
  mirrorsIn(sources: string): { readonly main: string; readonly security: string };
};
export const { isInstalled } = (await load('dependencies')) as { isInstalled(wanted: Lock, installed: Lock): boolean };
export const { decideEngine, isEngineRunning } = (await load('docker')) as {
  decideEngine(facts: EngineFacts): string;
  isEngineRunning(proc: string, pidFile: string): boolean;
};
export const { engineAddress } = (await load('engine-api')) as {
  engineAddress(env: Readonly<Record<string, string>>): object;
};
export const { isNetworkFailure, recipeOf, sandboxImages } = (await load('images')) as {
  isNetworkFailure(log: string): boolean;
  recipeOf(texts: readonly string[]): string;
  readonly sandboxImages: readonly { readonly target: string; readonly tags: readonly string[] }[];
};
export const { pinnedPackages } = (await load('node-packages')) as {
  pinnedPackages(pins: string, arch: string): readonly { readonly spec: string }[];
};
export const { readOptions } = (await load('options')) as { readOptions(args: readonly string[]): object };
export const { removeStaleOutput } = (await load('build')) as { removeStaleOutput(root: string): void };
export const { withLock } = (await load('lock')) as {
  withLock<T>(file: string, timeoutMs: number, act: () => Promise<T>): Promise<T>;
};
export const { isStale } = (await load('../bundle')) as { isStale(root: string): boolean };
