# The token broker: docker build -f docker/broker.Dockerfile -t roomside-broker .
# docs/broker.md tells how it is configured and run, and how the digest is renewed.
ARG NODE_IMAGE=node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# The result is the same on every processor: for another one only the second stage differs, which runs nothing.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
# No package's own script runs where the image is made.
RUN npm ci --ignore-scripts
COPY esbuild.mjs ./
COPY build ./build
COPY src ./src
RUN node esbuild.mjs --production

FROM ${NODE_IMAGE}
ENV NODE_ENV=production BROKER_LISTEN_HOST=::
WORKDIR /app
COPY --from=build /build/dist/broker.mjs /build/dist/ThirdPartyNotices.txt ./
# The user node as a number, which `runAsNonRoot` needs.
USER 1000
EXPOSE 4290
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["node", "broker.mjs", "--health"]
ENTRYPOINT ["node", "broker.mjs"]
