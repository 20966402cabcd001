import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { compareCorrections } from '#shared/submissions/mergeCorrection.ts'
import { Draft } from '../../answers/draft/Draft.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { api } from '../../api.ts'
import { currentLocale } from '../../lib/locale.ts'
import { RequestError } from '../../lib/requestError.ts'
import { tellDone } from '../../ui/toast.tsx'
import { CorrectionKeeper } from './CorrectionKeeper.ts'

type Person = { id: number } | null

/** What both changed since the correction was begun, and what the other made of it. */
export type Conflict = { keys: string[]; theirs: Answers }

/** The form with its answers, and what this tab had begun to correct of them. */
export function beginCorrection(submission: SubmissionDetail, user: Person) {
  const { definition, answers, uuid, completed_at, updated_at } = submission
  const keeper = new CorrectionKeeper(user?.id ?? 0, submission)
  const begun = keeper.begun()
  const rows = new Map(rowsOf(uuid, Object.entries(answers), 0).map(row => [row.question_id, row]))
  for (const row of begun?.rows ?? []) rows.set(row.question_id, row)
  const sheet = { ...submission, user_id: submission.user_id ?? 0, task_title: null, created_at: submission.started_at }
  // As on the day when it was completed; what rested on last time's answers stays.
  const context = {
    ...{ now: wallClock(new Date(completed_at ?? updated_at)), language: currentLocale() },
    keeps: 'last_answers' as const,
  }
  const draft = new Draft(sheet, definition, [...rows.values()], keeper, context)
  draft.hasSeenEnd = true
  return { draft, keeper, reason: begun?.reason ?? '', lost: begun?.lost ?? 0 }
}

const rowsOf = (uuid: string, answers: [string, Answer | undefined][], changed_at: number): AnswerRow[] =>
  answers.map(([question_id, answer]) => ({ uuid, question_id, answer: answer ?? {}, changed_at }))

/** Saves a correction; of what somebody else saved meanwhile, what nobody here touched is taken over, and the rest is asked. */
export function useCorrecting(submission: SubmissionDetail, draft: Draft, keeper: CorrectionKeeper) {
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
    const found = compareCorrections(base.current.answers, draft.answers(), theirs.answers)
    base.current = theirs
    keeper.onto(theirs.revision)
    take(found.theirs)
    setConflict(found.both.length > 0 ? { keys: found.both, theirs: theirs.answers } : null)
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
