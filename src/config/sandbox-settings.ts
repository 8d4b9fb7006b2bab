/** The settings of the container in which a task works. */
import { z } from 'zod';
import { count, countOrZero, seconds, secondsOrZero, section, text } from './setting-fields.ts';

export const HostName = text(
  /^(\*\.)?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/,
  'a host name such as registry.example.com, or *.example.com for all below it, without scheme, port and path',
  'registry.example.com のようなホスト名、またはその下すべてを表す *.example.com (スキーム、ポート、パスなし)',
);

export const SandboxSection = section('The container in which a task works.', {
  memory_mb: z.int().min(16).default(2048).describe('Memory of a sandbox in MB, including swap.'),
  cpus: z.number().positive().max(1024).default(2).describe('Processors of a sandbox; may be a fraction.'),
  pids: z.int().min(16).default(512).describe('Processes a sandbox may have at a time.'),
  disk_mb: z
    .int()
    .min(64)
    .default(10_240)
    .describe('Disk space of a sandbox workspace, in MB; commands that exceed it are ended.'),
  disk_files: z
    .int()
    .min(1_000)
    .default(1_000_000)
    .describe('Maximum number of files and folders in a sandbox workspace.'),
  disk_reserve_mb: countOrZero(
    2048,
    'Free space in MB reserved on the disk of the Docker engine: ' +
      'below it, commands that make a workspace grow are ended.',
  ),
  command_timeout_sec: seconds(600, 'Seconds after which a command is ended, with everything it started.'),
  kill_grace_sec: secondsOrZero(5, 'Seconds between asking a command to end and killing it.'),
  keep_sec: secondsOrZero(
    60,
    'Seconds for which a sandbox is kept running while its task waits for people; ' +
      'then its work is saved and it is stopped.',
  ),
  keep_hours: z
    .number()
    .nonnegative()
    .max(8760)
    .default(24)
    .describe(
      'Hours for which a stopped sandbox is kept; ' +
        'then it is removed, and rebuilt from the saved work when it is needed.',
    ),
  output_kb: count(32, 'Output of a command that is kept, in KB: its beginning and its end.'),
  network: section('The network of a sandbox.', {
    mode: z
      .enum(['none', 'allowlist', 'open'])
      .default('allowlist')
      .describe('What a sandbox may reach: nothing; the package registries and `allow`; or everything.'),
    allow: z
      .array(HostName)
      .default([])
      .describe('Hosts that a sandbox may reach besides the built-in package registries (mode allowlist).'),
  }),
});
