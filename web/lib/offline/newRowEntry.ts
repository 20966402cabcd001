/** What the outbox keeps of a row that one call makes; apart from what sends it (`newRow.ts`), because lists and choices show it. */
import type { OutboxEntry } from './entry.ts'

export type RowInput = Record<string, unknown>

export type NewRowEntry = OutboxEntry & {
  /** What the call is given, in its words. */
  input: RowInput
  /** What people call it. */
  title: string
}

export const isNewRow = (entry: OutboxEntry): entry is NewRowEntry => 'input' in entry && 'title' in entry

/** Those of a kind that the server does not know yet. */
export const unsentRows = (entries: readonly OutboxEntry[], kind: string, companyId: number | null | undefined) =>
  entries.filter(isNewRow).filter(one => one.kind === kind && one.company_id === (companyId ?? 0) && isOpen(one))

/** In the order in which they were made. */
export const byPosition = (one: OutboxEntry, other: OutboxEntry) => (one.position ?? 0) - (other.position ?? 0)

export const isOpen = ({ state }: Pick<OutboxEntry, 'state'>) => state !== 'done' && state !== 'discarded'
