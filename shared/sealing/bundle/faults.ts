/**
 * Kinds of differences: a file is `missing`, `changed`, `added` or `unreadable`; the `signature` does not fit the
 * `manifest`; a `key` does not fit its fingerprint; of a link `link`, `signature`, `order` or `copy` as in the chain; a
 * file differs from the sealed one (`not_sealed`); a time `stamp` is invalid.
 */
export const bundleFaults = [
  ...(['missing', 'changed', 'added', 'unreadable', 'manifest', 'key', 'not_sealed', 'stamp'] as const),
  ...(['link', 'signature', 'order', 'copy'] as const),
] as const
export type BundleFault = { fault: (typeof bundleFaults)[number]; path: string; position?: number }
