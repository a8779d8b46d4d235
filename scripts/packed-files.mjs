// The files that the npm package may contain: scripts/test-packed.mjs and test/house/packed.test.ts check tarballs against it.

/** Every file of the package matches one of these. */
const ALLOWED = [
  /^(?:LICENSE|README\.md|CHANGELOG\.md|package\.json|bin\/mantissa|schema\/mantissa\.schema\.json)$/,
  /^dist\/(?:index|cli\/main|clang\/worker|execution\/wasm\/program-worker|chunks\/[\w.-]+)\.js$/,
  /^dist\/[\w/-]+\.d\.ts$/,
  /^dist\/(?:viewer\/report\.html|third-party-licences\.txt)$/,
  /^runtime\/[\w/.+-]+\.(?:h|hpp|cuh|c|cu|cpp)$/,
  /^runtime\/(?:cuda|port|posix)\/(?:[\w+]+\/)*[a-z_]+$/, // headers of the C++ library have no ending
  /^runtime\/port\/suspending-calls\.txt$/,
  /^docs\/(?:[\w-]+\/)*[\w-]+\.md$/,
];

/** Limits a quarter above the 1,179 files and 1.5 MB of version 0.2.0. */
const MAX_FILES = 1475;
const MAX_PACKED_BYTES = 1.9e6;

/**
 * Why a tarball must not be published; empty if it may be.
 * @param {readonly string[]} files its paths without the leading `package/`
 * @param {number} packedBytes
 */
export function faultsOfPackage(files, packedBytes) {
  const faults = files
    .filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))
    .map((file) => `${file} is not in the list of scripts/packed-files.mjs`);
  if (files.length > MAX_FILES) faults.push(`it has ${files.length} files, more than ${MAX_FILES}`);
  if (packedBytes > MAX_PACKED_BYTES) faults.push(`it has ${packedBytes} bytes, more than ${MAX_PACKED_BYTES}`);
  return faults;
}
