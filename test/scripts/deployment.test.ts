import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';

const Service = z.object({
  image: z.string(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  pids_limit: z.number().optional(),
  privileged: z.boolean().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.union([z.string(), z.looseObject({ source: z.string(), target: z.string() })])).optional(),
  networks: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
});
const compose = z
  .object({
    services: z.record(z.string(), Service),
    networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
  })
  .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));

describe('docker-compose.yml (OPS-2)', () => {
  it.each(Object.entries(compose.services))('%s runs without privileges on a read-only root', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.privileged).toBeUndefined();
  });

  it('gives the Docker socket to the worker alone', () => {
    const holders = Object.entries(compose.services).filter(([, service]) =>
      service.volumes?.some((volume) => JSON.stringify(volume).includes('docker.sock')),
    );
    expect(holders.map(([name]) => name)).toEqual(['worker']);
  });

  it('shows the worker the prompts that PROMPTS_DIR names on this machine, and only then (MODEL-2)', () => {
    const { environment, volumes } = compose.services['worker'] ?? {};
    const folder = volumes?.find((volume) => typeof volume !== 'string');
    expect(folder).toEqual({ type: 'bind', source: '${PROMPTS_DIR:-./prompts}', target: '/prompts', read_only: true });
    expect(environment?.['PROMPTS_DIR']).toBe('${PROMPTS_DIR:+/prompts}');
  });

  it('keeps Redis durable, open to the other containers whatever its image, and off every network but the inner one', () => {
    const command = (compose.services['redis']?.command ?? []).join(' ');
    for (const part of ['--appendonly yes', '--maxmemory-policy noeviction', '--protected-mode no'])
      expect(command).toContain(part);
    expect(compose.services['redis']?.networks).toEqual(['inside']);
    expect(compose.networks['inside']?.internal).toBe(true);
    expect(compose.services['redis']?.ports).toBeUndefined();
  });
});

describe('Dockerfile', () => {
  const stages = readFileSync('Dockerfile', 'utf8').split(/^FROM /m);

  it('ends in the service, which runs as its own user and says how it is', () => {
    const service = stages.at(-1) ?? '';
    expect(service).toMatch(/^\S+ AS service$/m);
    expect(service).toContain('USER planwright');
    expect(service).toContain('HEALTHCHECK');
  });

  it('uses nothing that the classic builder of Docker 20.10 cannot read', () => {
    expect(stages.join('')).not.toMatch(/^# syntax=|--mount=|--chmod=|--link|<<EOF/m);
  });
});

describe('the unit for systemd in docs/running.md (OPS-3)', () => {
  const running = readFileSync('docs/running.md', 'utf8');
  const unit = /```ini\n([^]*?)```/.exec(running)?.[1] ?? '';

  it('becomes that of the doctor by the command beside it: all its settings, once, and not again after a failure', () => {
    const edits = [...running.matchAll(/-e '([^']+)'/g)].flatMap(([, edit = '']) => ['-e', edit]);
    const lines = execFileSync('sed', edits, { input: unit, encoding: 'utf8' }).split('\n');
    expect(lines.filter((line) => !unit.split('\n').includes(line))).toEqual([
      'Type=oneshot',
      'ExecStart=/usr/bin/env node src/bin.mjs doctor',
    ]);
    expect(unit.split('\n').filter((line) => !lines.includes(line))).toEqual([
      'ExecStart=/usr/bin/env node src/bin.mjs serve',
      'Restart=on-failure',
      'RestartSec=10',
    ]);
  });
});
