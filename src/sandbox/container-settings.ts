/** The container that the engine is asked to create for a task. The hardening of EXEC-2 is here and nowhere else. */
import type { ContainerCreateOptions } from 'dockerode';
import type { SandboxSpec } from '../ports/sandbox.ts';
import { agentCommand, agentVariable } from './agent-source.ts';
import { commandEnvironment } from './command-environment.ts';

/** Resource and time limits of a sandbox. */
export interface SandboxLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly processes: number;
  readonly openFiles: number;
  readonly tmpBytes: number;
  /** The measured size of the workspace; common storage drivers have no quota for a volume. */
  readonly diskBytes: number;
  readonly diskFiles: number;
  /** If the machine's disk has less free space, no workspace may grow. */
  readonly diskReserveBytes: number;
  /** Kept of each output stream of a command, half from its beginning and half from its end. */
  readonly outputBytes: number;
  /** Between asking a command to end and killing it. */
  readonly graceMs: number;
  /** Time for a new container's agent to answer. */
  readonly helloTimeoutMs: number;
  /** Time for the engine to answer a call. */
  readonly engineTimeoutMs: number;
  /** Longest silence of the engine while it pulls an image. */
  readonly pullSilenceMs: number;
}

export const defaultLimits: SandboxLimits = {
  memoryBytes: 2 * 1024 ** 3,
  cpus: 2,
  processes: 512,
  openFiles: 16_384,
  tmpBytes: 512 * 1024 ** 2,
  diskBytes: 10 * 1024 ** 3,
  diskFiles: 1_000_000,
  diskReserveBytes: 2 * 1024 ** 3,
  outputBytes: 32 * 1024,
  graceMs: 5_000,
  helloTimeoutMs: 15_000,
  engineTimeoutMs: 60_000,
  pullSilenceMs: 120_000,
};

export const workspace = '/workspace';
export const home = `${workspace}/home`;
const authorities = '/etc/ssl/certs/ca-certificates.crt';

export interface ContainerInput {
  readonly instance: string;
  readonly spec: SandboxSpec;
  readonly limits: SandboxLimits;
  readonly agentSource: string;
}

/** Container and volume of a task have the same name. */
export function sandboxName(taskId: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,100}$/.test(taskId))
    throw new Error(`"${taskId}" cannot be part of a container's name.`);
  return `planwright-${taskId}`;
}

function sandboxLabels(instance: string, spec: SandboxSpec): Readonly<Record<string, string>> {
  return {
    'planwright.instance': instance,
    'planwright.role': 'task',
    'planwright.task': spec.taskId,
    'planwright.repository': spec.repository,
    'planwright.trace': spec.traceId,
  };
}

export function containerSettings({ instance, spec, limits, agentSource }: ContainerInput): ContainerCreateOptions {
  const name = sandboxName(spec.taskId);
  return {
    name,
    Image: spec.image,
    Labels: { ...sandboxLabels(instance, spec) },
    User: '1000:1000',
    WorkingDir: workspace,
    Entrypoint: [],
    Cmd: [...agentCommand],
    Env: [...environment(), `${agentVariable}=${agentSource}`, `PLANWRIGHT_DISK=${JSON.stringify(diskLimits(limits))}`],
    // The stream stays usable for the next driver when this one dies.
    OpenStdin: true,
    StdinOnce: false,
    Tty: false,
    AttachStdin: false,
    AttachStdout: false,
    AttachStderr: false,
    StopSignal: 'SIGKILL',
    HostConfig: {
      NetworkMode: 'none',
      Init: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      ReadonlyRootfs: true,
      Memory: limits.memoryBytes,
      MemorySwap: limits.memoryBytes,
      NanoCpus: Math.round(limits.cpus * 1e9),
      PidsLimit: limits.processes,
      Ulimits: [
        { Name: 'nofile', Soft: limits.openFiles, Hard: limits.openFiles },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      Tmpfs: {
        '/tmp': `rw,exec,nosuid,nodev,mode=1777,size=${limits.tmpBytes}`,
        '/run': `rw,exec,nosuid,nodev,mode=1777,size=${64 * 1024 ** 2}`,
      },
      // The engine creates the volume together with the container, with the labels that identify both.
      Mounts: [
        {
          Type: 'volume',
          Source: name,
          Target: workspace,
          VolumeOptions: volumeOptions(sandboxLabels(instance, spec)),
        },
      ],
      RestartPolicy: { Name: 'no' },
      // Output goes only to the attached stream; a log file would grow without limit.
      LogConfig: { Type: 'none', Config: {} },
    },
  };
}

function volumeOptions(labels: Readonly<Record<string, string>>) {
  return { NoCopy: false, Labels: { ...labels }, DriverConfig: { Name: 'local', Options: {} } };
}

export function diskLimits({ diskBytes, diskFiles, diskReserveBytes }: SandboxLimits) {
  return { bytes: diskBytes, files: diskFiles, reserveBytes: diskReserveBytes };
}

function environment(): readonly string[] {
  const trust = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'PIP_CERT', 'GIT_SSL_CAINFO'].map(
    (name) => `${name}=${authorities}`,
  );
  return [...commandEnvironment(home, '8118'), 'PIP_BREAK_SYSTEM_PACKAGES=1', ...trust];
}
