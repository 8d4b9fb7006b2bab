# Targets: sandbox-base, sandbox-node, sandbox-python (where tasks run) and service (Planwright itself, the default).
# `npm run setup` builds the sandboxes, also without a container registry (BASE is then made by debootstrap).
# Plain instructions only: the classic builder of Docker 20.10 has to read this as well as BuildKit.
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS debian
ENV LANG=C.UTF-8
# The host's own certificate authorities, where its network re-signs TLS; usually none.
COPY images/context/certificates/ /usr/local/share/ca-certificates/host/
# man1 must exist for packages that register their manual pages (a JDK does).
RUN mkdir -p /usr/share/man/man1 \
 && apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    bash ca-certificates curl diffutils findutils git grep jq less patch procps ripgrep tzdata unzip xz-utils \
 && update-ca-certificates \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt

FROM debian AS node-files
COPY images/install-node.sh images/node.sha512 /tmp/install/
COPY images/context/node/ /tmp/install/node/
RUN sh /tmp/install/install-node.sh /opt/node

FROM debian AS sandbox-base
COPY --from=node-files /opt/node/ /usr/local/
# The locale of every command as one file: as a folder of twelve it is a tenth of what starting bash takes.
RUN localedef --add-to-archive /usr/lib/locale/C.utf8
RUN groupadd --gid 1000 planwright \
 && useradd --uid 1000 --gid 1000 --home-dir /workspace/home --no-create-home --shell /bin/bash planwright \
 && mkdir -p /workspace/project /workspace/home \
 && chown -R 1000:1000 /workspace \
 && git config --system safe.directory '*' \
 && git config --system init.defaultBranch main \
 && git config --system user.name Planwright \
 && git config --system user.email planwright@localhost \
 && git config --system advice.detachedHead false
# Tools that a task installs for itself go below HOME: at run time the rest of the file system is read-only.
ENV HOME=/workspace/home \
    PATH=/workspace/home/.local/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NPM_CONFIG_PREFIX=/workspace/home/.local \
    NPM_CONFIG_UPDATE_NOTIFIER=false \
    NPM_CONFIG_FUND=false \
    REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt \
    PIP_CERT=/etc/ssl/certs/ca-certificates.crt
WORKDIR /workspace/project
USER planwright
CMD ["bash"]

FROM sandbox-base AS sandbox-node
USER root
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends g++ make python3 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb
# node-gyp then uses the headers that came with Node instead of fetching them.
ENV npm_package_config_node_gyp_nodedir=/usr/local
USER planwright

FROM sandbox-base AS sandbox-python
USER root
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    g++ make python-is-python3 python3 python3-dev python3-pip python3-pytest python3-venv \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb
# Debian marks its Python as its own; inside a sandbox the task owns it. Without write access pip installs below HOME.
ENV PIP_BREAK_SYSTEM_PACKAGES=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PYTHONUNBUFFERED=1
USER planwright

FROM debian AS service-build
COPY --from=node-files /opt/node/ /usr/local/
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY scripts/bundle.mjs scripts/
COPY src ./src
RUN node scripts/bundle.mjs

# Run it with an init (`docker run --init`, `init: true` in compose): Node as process 1 does not bury its orphans.
FROM debian AS service
COPY --from=node-files /opt/node/bin/node /usr/local/bin/node
RUN groupadd --gid 1000 planwright \
 && useradd --uid 1000 --gid 1000 --home-dir /data --no-create-home planwright \
 && mkdir /data \
 && chown 1000:1000 /data
WORKDIR /app
COPY package.json app.yml ./
COPY prompts ./prompts
COPY src/bin.mjs src/run-bundle.mjs ./src/
COPY src/sandbox/agent ./src/sandbox/agent
COPY --from=service-build /app/dist ./dist
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    HOME=/data
VOLUME /data
EXPOSE 3000
USER planwright
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/bin.mjs"]
CMD ["serve", "--role", "all"]
