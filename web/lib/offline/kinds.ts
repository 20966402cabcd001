/** Holds the kinds of outbox entries that features declare (`App.tsx`). They load together with the outbox. */
import type { OutboxEntry } from './entry.ts'
import type { AnyKind } from './kind.ts'

export type Kinds = {
  all: readonly AnyKind[]
  of(entry: OutboxEntry): AnyKind | undefined
}

let load: (() => Promise<AnyKind[]>) | undefined
let loaded: Promise<Kinds> | undefined

/** Says where the kinds are. The first is that of entries that were kept before kinds had names. */
export function declareKinds(loader: () => Promise<AnyKind[]>): void {
  load = loader
  loaded = undefined
}

/** The declared kinds. Throws where none were declared, or they cannot be had. */
export function allKinds(): Promise<Kinds> {
  loaded ??= (load?.() ?? Promise.reject(new Error('No kinds of work were declared'))).then(kindsOf, error => {
    loaded = undefined
    throw error
  })
  return loaded
}

export function kindsOf(kinds: AnyKind[]): Kinds {
  const byName = new Map(kinds.map(kind => [kind.name, kind]))
  return { all: kinds, of: ({ kind }) => (kind === undefined ? kinds[0] : byName.get(kind)) }
}
