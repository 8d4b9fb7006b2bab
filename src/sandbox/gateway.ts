/**
 * Serves a sandbox on the sandbox's own loopback port: its repository under `/project.git/`, and everything else
 * through the egress proxy. It does not listen on the host; the session passes connections to it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { BaseLogger } from 'pino';
import type { SandboxGateway } from '../ports/sandbox.ts';
import { createDeniedList } from './denied-list.ts';
import { forward } from './egress-forward.ts';
import { systemHooks, type EgressHooks } from './egress-reach.ts';
import type { EgressPolicy } from './egress-rules.ts';
import { tunnel } from './egress-tunnel.ts';

interface GatewayOptions {
  readonly git: (request: IncomingMessage, response: ServerResponse) => void;
  readonly egress: EgressPolicy;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly hooks?: EgressHooks;
}

const gitPath = /^\/project\.git\/(?:info\/refs|git-upload-pack|git-receive-pack)(?:\?[^#]*)?$/;
const maxReported = 500;
/** Enough for a push of a large repository over a slow disk. */
const requestTimeoutMs = 30 * 60_000;

export function createGateway(options: GatewayOptions): SandboxGateway {
  const { log } = options;
  const reported = new Set<string>();
  const denied = createDeniedList();
  const egress = {
    policy: options.egress,
    hooks: options.hooks ?? systemHooks,
    onDenied: (host: string, port: number, why: string): void => {
      denied.add(host, port, why);
      // Logged once per place, so that a sandbox in a loop does not fill the log.
      const key = `${host}:${port}`;
      if (reported.has(key) || reported.size >= maxReported) return;
      reported.add(key);
      log.info({ host, port, why }, 'sandbox egress denied');
    },
  };

  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    const url = request.url ?? '';
    if (gitPath.test(url)) {
      options.git(request, response);
    } else if (url.startsWith('/')) {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('Only /project.git is served here. Use this address as a proxy to reach other hosts.\n');
    } else {
      forward(request, response, egress).catch((err: unknown) => {
        log.warn({ err }, 'sandbox egress request failed');
        response.destroy();
      });
    }
  });
  server.on('connect', (request, client, head) => {
    tunnel(request.url ?? '', client, head, egress).catch((err: unknown) => {
      log.warn({ err }, 'sandbox egress tunnel failed');
      client.destroy();
    });
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
  return Object.assign(server, { takeDenied: denied.take });
}

/** One gateway per task, from the first use of its sandbox until the task has ended. */
interface Gateways {
  of(taskId: string, hosts: readonly string[]): SandboxGateway;
  close(taskId: string): void;
}

export function createGateways(make: (taskId: string, hosts: readonly string[]) => SandboxGateway): Gateways {
  const open = new Map<string, SandboxGateway>();
  return {
    of(taskId, hosts) {
      const gateway = open.get(taskId) ?? make(taskId, hosts);
      open.set(taskId, gateway);
      return gateway;
    },
    close(taskId) {
      open.get(taskId)?.close();
      open.delete(taskId);
    },
  };
}
