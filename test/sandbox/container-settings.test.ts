import { describe, expect, it } from '@jest/globals';
import { containerSettings, sandboxName, defaultLimits } from '../../src/sandbox/container-settings.ts';
import { specOf } from './rig.ts';

const settings = containerSettings({
  instance: 'i1',
  spec: specOf('abc'),
  limits: defaultLimits,
  agentSource: 'agent',
});

describe('container settings (EXEC-2, G12)', () => {
  it('asks for every hardening at once', () => {
    expect(settings.User).toBe('1000:1000');
    expect(settings.HostConfig).toMatchObject({
      NetworkMode: 'none',
      Init: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      ReadonlyRootfs: true,
      Memory: 2 * 1024 ** 3,
      MemorySwap: 2 * 1024 ** 3,
      NanoCpus: 2e9,
      PidsLimit: 512,
    });
  });

  it('mounts one volume of its own and nothing of the host', () => {
    expect(settings.HostConfig?.Binds).toBeUndefined();
    expect(settings.HostConfig?.Mounts).toMatchObject([
      { Type: 'volume', Source: 'planwright-abc', Target: '/workspace' },
    ]);
    expect(settings.HostConfig?.Mounts?.[0]?.VolumeOptions?.Labels).toEqual(settings.Labels);
  });

  it('carries the labels by which it is found again', () => {
    expect(settings.Labels).toEqual({
      'planwright.instance': 'i1',
      'planwright.role': 'task',
      'planwright.task': 'abc',
      'planwright.repository': 'octo/demo',
      'planwright.trace': 'trace-abc',
    });
  });

  it("passes nothing of the service's own environment on (S1)", () => {
    process.env['PLANWRIGHT_CANARY'] = 'canary-value';
    expect(
      JSON.stringify(
        containerSettings({ instance: 'i1', spec: specOf('abc'), limits: defaultLimits, agentSource: 'agent' }),
      ),
    ).not.toContain('canary-value');
    delete process.env['PLANWRIGHT_CANARY'];
  });

  it.each(['', '../x', 'a b', '-x', 'a/b', 'x'.repeat(200)])('makes no name from the task id %j', (taskId) => {
    expect(() => sandboxName(taskId)).toThrow('cannot be part');
  });
});
