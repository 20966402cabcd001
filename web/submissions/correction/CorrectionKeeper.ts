/**
 * Keeps a correction while it is typed: in this tab, where a reload finds it again, and nowhere else. It is written with signal, and ends
 * with its Save. New photos are held in memory until then.
 */

import type { Answer } from '#shared/forms/answers/answers.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Keeper, Keeping } from '../../answers/draft/Keeper.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { inTab, isRecord } from '../../lib/storage.ts'

type Begun = { revision: number; reason: string; rows: AnswerRow[] }

export class CorrectionKeeper implements Keeper {
  private readonly place: string
  private readonly photos: Map<string, PhotoRow>
  private readonly rows = new Map<string, AnswerRow>()
  private reason = ''
  /** How many files of an earlier visit are gone. */
  private lost = 0
  private revision: number
  private problem: Keeping = kept

  constructor(userId: number, { id, uuid, revision, files }: SubmissionDetail) {
    this.place = `tend-correction-${userId}-${id}`
    this.revision = revision
    this.photos = new Map(
      files.map(file => [
        file.uuid,
        {
          ...{ uuid: file.uuid, entry_uuid: uuid, question_id: file.question_id, name: file.name },
          ...{ content_type: file.content_type, bytes: null, sha256: file.sha256, path: file.path },
          ...{ state: 'sent' as const, taken_at: '' },
        },
      ]),
    )
  }

  readonly keeping = () => this.problem
  readonly watch = () => () => undefined
  readonly isPending = () => false
  readonly hasPending = () => false
  readonly recover = () => undefined
  readonly flush = async () => true
  readonly failed = () => undefined
  readonly findPhoto = async (uuid: string) => this.photos.get(uuid)

  /** What an earlier visit of this tab had begun, of the same version. */
  begun(): (Begun & { lost: number }) | undefined {
    const kept = inTab.readJson(this.place)
    if (!isBegun(kept) || kept.revision !== this.revision) return undefined
    const rows = kept.rows.map(row => ({ ...row, answer: this.withoutLost(row.answer) }))
    this.reason = kept.reason
    for (const row of rows) this.rows.set(row.question_id, row)
    return { ...kept, rows, lost: this.lost }
  }

  /** Without the files that only the page of before had: with them nothing could be saved, and nobody has them any more. */
  private withoutLost({ value, photos, ...rest }: Answer): Answer {
    const isThere = (item: unknown): boolean => {
      if (!isRecord(item) || !('uuid' in item) || this.photos.has(String(item.uuid))) return true
      this.lost++
      return false
    }
    const left = Array.isArray(value) ? ([...value].filter(isThere) as typeof value) : value
    const beside = photos?.filter(isThere)
    return {
      ...rest,
      ...(left !== undefined && (!Array.isArray(left) || left.length > 0) && { value: left }),
      ...(beside && beside.length > 0 && { photos: beside }),
    }
  }

  write(row: AnswerRow, photo?: PhotoRow): void {
    this.rows.set(row.question_id, row)
    if (photo) this.photos.set(photo.uuid, photo)
    this.store()
  }

  say(reason: string): void {
    this.reason = reason
    this.store()
  }

  /** Goes on with what somebody else has saved meanwhile below it. */
  onto(revision: number): void {
    this.revision = revision
    this.store()
  }

  /** The photos that only this tab has. */
  unsent = (): PhotoRow[] => [...this.photos.values()].filter(({ bytes, path }) => bytes !== null && path === null)

  forget(): void {
    inTab.remove(this.place)
  }

  private store(): void {
    const begun: Begun = { revision: this.revision, reason: this.reason, rows: [...this.rows.values()] }
    this.problem = inTab.write(this.place, JSON.stringify(begun)) ? kept : { ...kept, problem: 'full' }
  }
}

const isBegun = (value: unknown): value is Begun =>
  isRecord(value) && typeof value.revision === 'number' && typeof value.reason === 'string' && Array.isArray(value.rows)

const kept: Keeping = { savedAt: null, isSlow: false, problem: null }
