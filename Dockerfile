# syntax=docker/dockerfile:1

# The site as `npm run build -- --out` copies it. To run it with nothing writable but its database:
#   docker build -t switchyard .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     -e PUBLIC_URL=https://switchyard.example -e TRUST_PROXY=uniquelocal \
#     -v switchyard-data:/data -p 127.0.0.1:3000:3000 switchyard

# Node 24.21.0 for linux/amd64 and linux/arm64. Update the tag and the digest together, in both places.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/run.mjs build --out /served

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
# Returns the memory of large requests to the system once they have ended: glibc would keep it, in each thread's arena.
ENV MALLOC_MMAP_THRESHOLD_=32768 MALLOC_ARENA_MAX=2
# As npm's scripts have it: otherwise new objects may take 128 MB of memory.
ENV NODE_OPTIONS=--max-semi-space-size=16
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DEMO_DATA=off \
  DATABASE_URL=file:/data/switchyard.db
# Root owns the site, and the user who runs it may only read it.
COPY --from=build /served /site
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
WORKDIR /site
# The image's user "node", as a number: Kubernetes can't tell by a name that it isn't root.
USER 1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.mjs", "--migrate"]
