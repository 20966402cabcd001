import type { Reading } from '../reading.ts'

/** When a record without versions was last changed, where that is later than the start of the pass. */
export const laterChange = ({ open, formats }: Reading, { updatedAt }: { updatedAt: Date }): string | null =>
  updatedAt > open.asOf ? formats.dateTime(updatedAt) : null
