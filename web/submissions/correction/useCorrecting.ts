import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { sameAnswer } from '#shared/forms/answers/content.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { merge3 } from '#shared/lib/merge3.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { Draft } from '../../answers/draft/Draft.ts'
import type { AnswerRow, AnswerStore, PhotoRow } from '../../answers/draft/rows.ts'
import { api } from '../../api.ts'
import { currentLocale } from '../../lib/locale.ts'
import type { SaveStatus } from '../../lib/offline/persistDraft.ts'
import { RequestError } from '../../lib/requestError.ts'
import { inTab, isRecord, storedJson } from '../../lib/storage.ts'
import { tellDone } from '../../ui/toast.tsx'

type Person = { id: number } | null

/** What both changed since the correction was begun, and what the other made of it. */
export type Conflict = { keys: string[]; theirs: Answers }

/** The form with its answers, and what this tab had begun to correct of them. */
export function beginCorrection(submission: SubmissionDetail, user: Person) {
  const { definition, answers, uuid, completed_at, updated_at } = submission
  const keeper = new CorrectionStore(user?.id ?? 0, submission)
  const begun = keeper.begun()
  for (const row of rowsOf(uuid, Object.entries(answers), 0)) if (!keeper.rows.has(row.question_id)) keeper.take(row)
  const sheet = { ...submission, user_id: submission.user_id ?? 0, task_title: null, created_at: submission.started_at }
  // As on the day when it was completed; what rested on last time's answers stays.
  const context = {
    ...{ now: wallClock(new Date(completed_at ?? updated_at)), language: currentLocale() },
    keeps: 'last_answers' as const,
  }
  const draft = new Draft(sheet, definition, keeper, context)
  draft.hasSeenEnd = true
  return { draft, keeper, reason: begun?.reason ?? '', lost: begun?.lost ?? 0 }
}

const rowsOf = (uuid: string, answers: [string, Answer | undefined][], changed_at: number): AnswerRow[] =>
  answers.map(([question_id, answer]) => ({ uuid, question_id, answer: answer ?? {}, changed_at }))

/** Saves a correction. Changes by others are taken over where nobody touched them here. */
export function useCorrecting(submission: SubmissionDetail, draft: Draft, keeper: CorrectionStore) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const base = useRef(submission)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { id, uuid } = submission

  const take = (answers: [string, Answer | undefined][]) => {
    const rows = rowsOf(uuid, answers, Date.now())
    draft.takeRows(rows)
    for (const row of rows) keeper.write(row)
  }
  function merge(theirs: SubmissionDetail): void {
    const { taken, conflicting } = merge3({
      ...{ base: base.current.answers, mine: draft.answers(), theirs: theirs.answers },
      isSame: sameAnswer,
    })
    base.current = theirs
    keeper.onto(theirs.revision)
    take([...taken])
    setConflict(conflicting.length > 0 ? { keys: conflicting, theirs: theirs.answers } : null)
  }
  const correcting = useMutation({
    async mutationFn(reason: string) {
      for (const { uuid: fileUuid, name, bytes, content_type } of keeper.unsent())
        await api.files.create(
          { uuid: fileUuid },
          {
            files: { file: new File([bytes ?? ''], name, { type: content_type }) },
          },
        )
      const { revision } = base.current
      return api.corrections.correct({ id, revision, reason, answers: draft.answers() })
    },
    onSuccess() {
      keeper.forget()
      for (const { key } of [api.submissions, api.reviews, api.corrections, api.findings, api.tasks])
        queries.invalidateQueries({ queryKey: key })
      void tellDone(t('reviews.correction.saved'))
      void navigate({ to: '/submission/view/$id', params: { id: String(id) } })
    },
    onError(error) {
      if (error instanceof RequestError && error.code === 'stale_revision') merge(error.data as SubmissionDetail)
    },
  })
  function settle(winner: 'mine' | 'theirs'): void {
    if (conflict && winner === 'theirs') take(conflict.keys.map(key => [key, conflict.theirs[key]]))
    setConflict(null)
  }
  return { save: correcting.mutate, isPending: correcting.isPending, error: correcting.error, conflict, settle }
}

type Begun = { revision: number; reason: string; rows: AnswerRow[] }

const storedCorrection = (userId: number, id: number) =>
  storedJson(inTab, `tend-correction-${userId}-${id}`, kept => (isBegun(kept) ? kept : null))

/**
 * Keeps a correction while it is typed: in this tab, where a reload finds it again, and nowhere else. It is written
 * with signal, and ends with its Save. New photos are held in memory until then.
 */
export class CorrectionStore implements AnswerStore {
  private readonly stored: ReturnType<typeof storedCorrection>
  private readonly photos: Map<string, PhotoRow>
  readonly rows = new Map<string, AnswerRow>()
  /** The keys that were corrected; the others are as they were sent. */
  private readonly corrected = new Set<string>()
  private reason = ''
  /** How many files of an earlier visit are gone. */
  private lost = 0
  private revision: number
  private problem: SaveStatus = kept

  constructor(userId: number, { id, uuid, revision, files }: SubmissionDetail) {
    this.stored = storedCorrection(userId, id)
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
    const kept = this.stored.read()
    if (kept?.revision !== this.revision) return undefined
    const rows = kept.rows.map(row => ({ ...row, answer: this.withoutLost(row.answer) }))
    this.reason = kept.reason
    for (const row of rows) {
      this.take(row)
      this.corrected.add(row.question_id)
    }
    return { ...kept, rows, lost: this.lost }
  }

  /**
   * Without the files that only the page of before had: with them nothing could be saved, and nobody has them any more.
   */
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

  take(row: AnswerRow): void {
    this.rows.set(row.question_id, row)
  }

  write(row: AnswerRow, photo?: PhotoRow): void {
    this.take(row)
    this.corrected.add(row.question_id)
    if (photo) this.photos.set(photo.uuid, photo)
    this.store()
  }

  say(reason: string): void {
    this.reason = reason
    this.store()
  }

  /** Goes on, based on what somebody else has saved. */
  onto(revision: number): void {
    this.revision = revision
    this.store()
  }

  /** The photos that only this tab has. */
  unsent = (): PhotoRow[] => [...this.photos.values()].filter(({ bytes, path }) => bytes !== null && path === null)

  forget(): void {
    this.stored.remove()
  }

  private store(): void {
    const rows = [...this.rows.values()].filter(({ question_id }) => this.corrected.has(question_id))
    const begun: Begun = { revision: this.revision, reason: this.reason, rows }
    this.problem = this.stored.write(begun) ? kept : { ...kept, problem: 'full' }
  }
}

const isBegun = (value: unknown): value is Begun =>
  isRecord(value) && typeof value.revision === 'number' && typeof value.reason === 'string' && Array.isArray(value.rows)

const kept: SaveStatus = { savedAt: null, isSlow: false, problem: null }
