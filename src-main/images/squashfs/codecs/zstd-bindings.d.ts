/** The package's own door drops the level. */
declare module '@mongodb-js/zstd/bindings.js' {
  export { compress, decompress } from '@mongodb-js/zstd';
}
