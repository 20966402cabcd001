/**
 * What differs: a file is `missing`, `changed`, `added` or `unreadable`; the `signature` is not that of the `manifest`; a `key` is not the one of
 * its fingerprint; of a link `link`, `signature`, `order` or `copy` as in the chain itself; a file is another than what was sealed
 * (`not_sealed`); a time `stamp` does not hold.
 */
export const bundleFaults = [
  ...(['missing', 'changed', 'added', 'unreadable', 'manifest', 'key', 'not_sealed', 'stamp'] as const),
  ...(['link', 'signature', 'order', 'copy'] as const),
] as const
export type BundleFault = { fault: (typeof bundleFaults)[number]; path: string; position?: number }
