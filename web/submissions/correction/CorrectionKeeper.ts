/**
 * Keeps a correction while it is typed: in this tab, where a reload finds it again, and nowhere else. It is written with signal, and ends
 * with its Save. New photos are held in memory until then.
 */

import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Keeper, Keeping } from '../../answers/draft/Keeper.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'

type Begun = { revision: number; reason: string; rows: AnswerRow[] }

export class CorrectionKeeper implements Keeper {
  private readonly place: string
  private readonly photos: Map<string, PhotoRow>
  private readonly rows = new Map<string, AnswerRow>()
  private reason = ''
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
  begun(): Begun | undefined {
    const begun: Begun | null = JSON.parse(sessionStorage.getItem(this.place) ?? 'null')
    if (begun?.revision !== this.revision) return undefined
    this.reason = begun.reason
    for (const row of begun.rows) this.rows.set(row.question_id, row)
    return begun
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
    sessionStorage.removeItem(this.place)
  }

  private store(): void {
    const begun: Begun = { revision: this.revision, reason: this.reason, rows: [...this.rows.values()] }
    try {
      sessionStorage.setItem(this.place, JSON.stringify(begun))
    } catch {
      this.problem = { ...kept, problem: 'full' }
    }
  }
}

const kept: Keeping = { savedAt: null, isSlow: false, problem: null }
