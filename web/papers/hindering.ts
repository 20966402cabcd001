import type { Paper } from '#shared/papers/contract.ts'
import { type PaperKind, stoppingKinds } from '#shared/papers/paperKinds.ts'
import { endOf } from './endOf.ts'

/** Of which kinds a vehicle had a paper and has none that holds, so that it goes nowhere. The server says the same when a task is given. */
export const hindering = (papers: readonly Paper[], now: Date): PaperKind[] =>
  stoppingKinds.filter(kind => {
    const its = papers.filter(paper => paper.kind === kind)
    return its.length > 0 && its.every(({ valid_until: end }) => end !== null && endOf(end, now) === 'ended')
  })
