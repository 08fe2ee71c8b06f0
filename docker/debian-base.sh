#!/usr/bin/env bash
# Makes a base image for docker/broker.Dockerfile from Debian's packages and the project's own Node, where no registry of
# images can be reached: docker/debian-base.sh roomside-node && npm run image -- --builder buildah --node-image localhost/roomside-node
# Needs root, debootstrap, buildah, and packages that are installed (npm ci).
set -euo pipefail
name=${1:?the name of the image}
project=$(cd "$(dirname "$0")/.." && pwd)
npm_folder=$(cd "$(dirname "$(realpath "$(command -v npm)")")/.." && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >&2
cp "$project/node_modules/node/bin/node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -rL "$npm_folder" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
# As in the official image.
chroot "$root" useradd --uid 1000 --user-group --create-home --shell /bin/bash node
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*

image=(buildah --storage-driver "${BUILDAH_STORAGE_DRIVER:-vfs}")
container=$("${image[@]}" from scratch)
"${image[@]}" add --quiet "$container" "$root" / >&2
"${image[@]}" config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
# An authority of this network, which npm needs inside as it does outside.
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  "${image[@]}" add --quiet "$container" "$NODE_EXTRA_CA_CERTS" /usr/local/etc/authorities.pem >&2
  "${image[@]}" config --env NODE_EXTRA_CA_CERTS=/usr/local/etc/authorities.pem "$container"
fi
"${image[@]}" commit --quiet --rm "$container" "$name"
