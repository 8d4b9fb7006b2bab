/** Containers of the demo: one to run tests in, and the removal of all with this installation's name. */
import { Writable } from 'node:stream';
import Docker from 'dockerode';

export interface ContainerRun {
  readonly exitCode: number;
  readonly output: string;
}

export interface ContainerCall {
  readonly image: string;
  /** Run by bash in a folder with the archive's content. */
  readonly command: string;
  /** A tar archive. */
  readonly archive: Buffer;
  readonly instance: string;
}

const TIME_LIMIT_MS = 60_000;
const MAX_OUTPUT_CHARACTERS = 100_000;

/** A separate container without network, which the service never touched. */
export async function runInContainer({ image, command, archive, instance }: ContainerCall): Promise<ContainerRun> {
  const docker = new Docker();
  const container = await docker.createContainer({
    Image: image,
    Entrypoint: [],
    Cmd: ['bash', '-c', `mkdir /tmp/clone && cd /tmp/clone && tar -x && ${command}`],
    Env: ['HOME=/tmp', 'NO_COLOR=1'],
    WorkingDir: '/tmp',
    User: '1000:1000',
    Labels: { 'planwright.instance': instance, 'planwright.role': 'demo' },
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      NetworkMode: 'none',
      Init: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: 1024 ** 3,
      PidsLimit: 256,
    },
  });
  try {
    const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
    let output = '';
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT_CHARACTERS);
        done();
      },
    });
    docker.modem.demuxStream(stream, sink, sink);
    const streamed = new Promise<void>((resolve) =>
      stream
        .once('close', resolve)
        .once('end', resolve)
        .once('error', () => resolve()),
    );
    await container.start();
    stream.end(archive);
    const limit = setTimeout(() => void container.kill().catch(() => undefined), TIME_LIMIT_MS);
    const { StatusCode: exitCode } = (await container.wait().finally(() => clearTimeout(limit))) as {
      readonly StatusCode: number;
    };
    await streamed;
    return { exitCode, output };
  } finally {
    await container.remove({ force: true, v: true }).catch(() => undefined);
  }
}

/** Everything that still has this installation's name; harmless if there is nothing. */
export async function removeContainers(instance: string): Promise<void> {
  const docker = new Docker();
  const filters = { label: [`planwright.instance=${instance}`] };
  const containers = await docker.listContainers({ all: true, filters });
  await Promise.all(
    containers.map(({ Id }) =>
      docker
        .getContainer(Id)
        .remove({ force: true, v: true })
        .catch(() => undefined),
    ),
  );
  const { Volumes } = await docker.listVolumes({ filters });
  await Promise.all(
    Volumes.map(({ Name }) =>
      docker
        .getVolume(Name)
        .remove()
        .catch(() => undefined),
    ),
  );
}
