/** Records that can be read without an account by a link. */
export const readableKinds = ['report', 'guide', 'submission'] as const
export type ReadableKind = (typeof readableKinds)[number]

/** Targets of a company's links. */
export const shareKinds = [...readableKinds, 'form', 'calendar', 'helper'] as const
export type ShareKind = (typeof shareKinds)[number]

export const isReadable = (kind: ShareKind): kind is ReadableKind => (readableKinds as readonly string[]).includes(kind)
