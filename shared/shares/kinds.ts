/** What somebody without an account reads by a link of its own. */
export const readableKinds = ['report', 'guide', 'submission'] as const
export type ReadableKind = (typeof readableKinds)[number]

/** What a link of a company opens. */
export const shareKinds = [...readableKinds, 'form', 'calendar', 'helper'] as const
export type ShareKind = (typeof shareKinds)[number]

export const isReadable = (kind: ShareKind): kind is ReadableKind => (readableKinds as readonly string[]).includes(kind)
