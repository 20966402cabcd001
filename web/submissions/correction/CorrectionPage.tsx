import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers/answers.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { maxCommentLength } from '#shared/lib/limits.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { formatAnswer } from '#shared/submissions/formatter.ts'
import { askedAt } from '#shared/submissions/report.ts'
import { DraftProvider, useDraft, useFormTexts } from '../../answers/draft/DraftContext.tsx'
import { useTables } from '../../answers/useTables.ts'
import { api } from '../../api.ts'
import { SectionView } from '../../filling/pages/PageView.tsx'
import { RowStepsProvider } from '../../filling/pages/RowSteps.tsx'
import { useUser } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader, PageSkeleton } from '../../ui/page/PageHeader.tsx'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import styles from '../SubmissionPage.module.css'
import { beginCorrection, type Conflict, useCorrecting } from './useCorrecting.ts'

/** What was completed, to be corrected with a reason. */
export function CorrectionPage() {
  const { id } = useParams({ from: '/shell/submission/correct/$id' })
  const { data: submission, error, refetch } = useQuery(api.submissions.get.query({ id: Number(id) }))
  const hasTables = useTables(submission?.definition)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!submission || !hasTables) return <PageSkeleton />
  if (submission.status === 'draft') return <Navigate to="." href={`/submission/filling/${id}`} replace />
  // Changes in between are compared with typed answers when those are saved.
  return <CorrectionForm key={id} submission={submission} />
}

/** The form as it was answered, one section below the other, and why it is corrected. */
function CorrectionForm({ submission }: { submission: SubmissionDetail }) {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const [{ draft, keeper, reason: begun, lost }] = useState(() => beginCorrection(submission, user))
  const [reason, setReason] = useState(begun)
  const { save, isPending, error, conflict, settle } = useCorrecting(submission, draft, keeper)
  const locale = toLocale(i18n.language)
  const form = textIn(submission.form_name, locale, defaultLocale).text
  return (
    <>
      <PageHeader
        title={t('reviews.correction.title', { form })}
        back={{ to: `/submission/view/${submission.id}`, text: form }}
      />
      <p className={styles.text}>{t('reviews.correction.text')}</p>
      {lost > 0 && <Notice kind="attention">{t('reviews.correction.lost', { count: lost })}</Notice>}
      <DraftProvider draft={draft}>
        <RowStepsProvider>
          <form
            className={styles.form}
            onSubmit={(event: FormEvent) => {
              event.preventDefault()
              if (reason.trim()) save(reason.trim())
            }}
          >
            {conflict && <CorrectionConflict conflict={conflict} onSettled={settle} />}
            {draft.definition.sections.map(section => (
              <SectionView key={section.id} section={section} isWhole />
            ))}
            <div className={styles.end}>
              <Textarea
                label={t('reviews.correction.reason')}
                dir="auto"
                autosize
                minRows={2}
                maxLength={maxCommentLength}
                required
                value={reason}
                onChange={event => {
                  setReason(event.currentTarget.value)
                  keeper.say(event.currentTarget.value)
                }}
              />
              {error && (
                <p role="alert" className={styles.problem}>
                  <ProblemText error={error} />
                </p>
              )}
              <Button type="submit" disabled={!reason.trim() || isPending} loading={isPending}>
                {t('reviews.correction.save')}
              </Button>
            </div>
          </form>
        </RowStepsProvider>
      </DraftProvider>
    </>
  )
}

type Props = { conflict: Conflict; onSettled: (winner: 'mine' | 'theirs') => void }

/** What two people corrected differently, side by side. */
function CorrectionConflict({ conflict: { keys, theirs }, onSettled }: Props) {
  const { t } = useTranslation()
  const draft = useDraft()
  const words = useFormTexts()
  const say = (key: string, answer: Answer | undefined) => {
    const asked = askedAt(draft.state, key, words)
    const said = asked && formatAnswer(asked.question, answer, words)
    return [said, answer?.note].filter(Boolean).join(' · ') || t('common.nothing')
  }
  const differences = keys.map(key => ({
    field: key,
    label: askedAt(draft.state, key, words)?.label ?? key,
    mine: say(key, draft.answers()[key]),
    theirs: say(key, theirs[key]),
  }))
  return (
    <ConflictNotice
      differences={differences}
      onKeepMine={() => onSettled('mine')}
      onTakeTheirs={() => onSettled('theirs')}
    />
  )
}
