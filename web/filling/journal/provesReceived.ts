import type { Answers } from '#shared/forms/answers/answers.ts'
import { sameAnswers } from '#shared/forms/answers/content.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { receiptContent } from '#shared/submissions/delivery.ts'
import type { PhotoRow } from '../../answers/draft/rows.ts'
import { sha256 } from '../../lib/hash.ts'

/**
 * Whether the server's receipt is for exactly what this device has: these answers, and photos of which the bytes arrived as they were
 * sent. Where the browser withholds hashing (plain http from another machine), a receipt for this uuid and the same answers have to do.
 */
export async function provesReceived(
  { uuid, version, answers, files, receipt }: SubmissionDetail,
  own: { uuid: string; answers: Answers; photos: PhotoRow[] },
): Promise<boolean> {
  if (!receipt?.signature || receipt.sequence < 1 || uuid !== own.uuid || receipt.client_id !== own.uuid) return false
  const received = new Map(files.map(file => [file.uuid, file.sha256]))
  const hasOtherBytes = ({ uuid: photo, sha256: hash }: PhotoRow) => {
    const theirs = received.get(photo)
    return theirs === undefined || (theirs !== null && hash !== null && theirs !== hash)
  }
  if (own.photos.some(hasOtherBytes)) return false
  const content = receiptContent({ uuid, version, answers: own.answers, files })
  const hash = await sha256(new TextEncoder().encode(content).buffer)
  return hash === null ? sameAnswers(own.answers, answers) : hash === receipt.content_hash
}
