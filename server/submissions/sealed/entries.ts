import type { SealKind } from '#shared/sealing/kinds.ts'
import type { SealEntry } from '../../sealing/commands.ts'
import { resultOf, sealedContent, sealedReview, versionOf, type Whole } from './content.ts'

/** What a link of this kind seals of it. */
export function entryOf(whole: Whole, kind: SealKind, { by, at }: { by: number | null; at: Date }): SealEntry | null {
  const entry = { kind, recordType: 'submission' as const, recordId: whole.row.id }
  if (kind === 'reviewed') {
    const review = whole.reviews.at(-1)
    return review ? { ...entry, part: review.id, content: sealedReview(review) } : null
  }
  if (kind === 'completed' || kind === 'corrected')
    return { ...entry, part: versionOf(whole), content: sealedContent(whole) }
  return { ...entry, content: { uuid: whole.row.uuid, by, at: at.toISOString() } }
}

/** All that happened to it so far, for one that was not sealed when it did. */
export function entriesOf(whole: Whole, at: Date): SealEntry[] {
  const versions = whole.versions.map((version, index): SealEntry => {
    const isLast = index === whole.versions.length - 1
    const former = { ...sealedContent(whole), version: version.number, answers: version.answers, ...resultOf(version) }
    return {
      kind: version.number === 1 ? 'completed' : 'corrected',
      ...{ recordType: 'submission', recordId: whole.row.id, part: version.number },
      // Of what it was before only this is kept.
      content: isLast ? sealedContent(whole) : { ...former, score: null },
    }
  })
  const said = { by: null, at }
  return [
    ...(versions.length > 0 ? versions : [entryOf(whole, 'completed', said)]),
    whole.reviews.length > 0 ? entryOf(whole, 'reviewed', said) : null,
    whole.row.archivedAt ? entryOf(whole, 'archived', said) : null,
  ].filter(entry => entry !== null)
}
