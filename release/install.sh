#!/bin/sh
# Installs plimsoll @VERSION@ for this user, after its checksum has been verified.
#   PLIMSOLL_URL   where the files are (default: @URL@)
#   PREFIX         where to install: PREFIX/lib/plimsoll and links in PREFIX/bin (default: ~/.local)
# Without a build for this platform it installs the archive that starts with the Java of this machine, 17 or newer.
set -eu

url=${PLIMSOLL_URL:-@URL@}
prefix=${PREFIX:-$HOME/.local}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

download() {
  if command -v curl >/dev/null; then
    curl -fsSL -o "$2" "$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1"
  else
    fail "neither curl nor wget is installed."
  fi || fail "cannot download $1."
}

checksum() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    fail "neither sha256sum nor shasum is installed, so the download cannot be verified."
  fi | cut -d ' ' -f 1
}

has_java() {
  version=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
  [ "${version:-0}" -ge 17 ]
}

case $(uname -s) in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  *) fail "$(uname -s) is not supported: use Linux, macOS, or WSL on Windows." ;;
esac
case $(uname -m) in
  x86_64 | amd64) arch=x86_64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) arch=other ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
download "$url/SHA256SUMS" "$work/SHA256SUMS"

folder=plimsoll-@VERSION@-$os-$arch
if ! grep -q " $folder.tar.gz\$" "$work/SHA256SUMS"; then
  has_java || fail "there is no build for $os on $arch: install Java 17 or newer, and run this again."
  folder=plimsoll-@VERSION@-any
fi
expected=$(sed -n "s/^\([0-9a-f]*\)  $folder.tar.gz\$/\1/p" "$work/SHA256SUMS")
[ -n "$expected" ] || fail "$url/SHA256SUMS does not list $folder.tar.gz."
download "$url/$folder.tar.gz" "$work/archive"
[ "$(checksum "$work/archive")" = "$expected" ] || fail "the checksum of $folder.tar.gz is wrong: nothing was installed."

mkdir -p "$prefix/lib" "$prefix/bin"
tar -C "$work" -xzf "$work/archive"
rm -rf "$prefix/lib/plimsoll"
mv "$work/$folder" "$prefix/lib/plimsoll"
for name in plimsoll kubectl-plimsoll kubectl_complete-plimsoll; do
  ln -sf ../lib/plimsoll/bin/plimsoll "$prefix/bin/$name"
done

echo "installed plimsoll @VERSION@ in $prefix/lib/plimsoll"
case :$PATH: in
  *:"$prefix/bin":*) echo "next: plimsoll gaps" ;;
  *) echo "next: export PATH=\"$prefix/bin:\$PATH\"; plimsoll gaps" ;;
esac
