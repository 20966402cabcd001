import zlib from 'node:zlib'

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants

/**
 * Compresses answers, and flushes each piece: zlib's streams otherwise hold back the first rows of an export until
 * there is more to compress.
 */
export const compression = {
  threshold: 1024,
  zlib: {
    ...zlib,
    createGzip: (options?: zlib.ZlibOptions) => zlib.createGzip({ ...options, flush: Z_SYNC_FLUSH }),
    createDeflate: (options?: zlib.ZlibOptions) => zlib.createDeflate({ ...options, flush: Z_SYNC_FLUSH }),
    createBrotliCompress: (options?: zlib.BrotliOptions) =>
      zlib.createBrotliCompress({ ...options, flush: BROTLI_OPERATION_FLUSH }),
    createZstdCompress: (options?: zlib.ZstdOptions) => zlib.createZstdCompress({ ...options, flush: ZSTD_e_flush }),
  },
}
