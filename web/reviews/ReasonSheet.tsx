import { Button, Checkbox, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { maxCommentLength } from '#shared/lib/limits.ts'
import type { ReviewState } from '#shared/submissions/rules.ts'
import { useAction } from '../lib/useAction.ts'
import { ConflictNotice } from '../ui/row/ConflictNotice.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import styles from './ReviewPanel.module.css'
import type { Disputable, ReviewConflict } from './useReviewing.ts'

type Props = {
  /** What the words are about: they are kept for it until they were said or dropped, over a reload too. */
  submissionId: number
  verdict: 'has_issues' | 'rejected'
  /** The answers that can be given back. */
  questions: Disputable[]
  /** What somebody else said of it before this could be said. */
  conflict?: ReviewConflict | undefined
  /** Fails where it could not be said; the sheet then stays with what was typed. */
  onGiven: (reason: string, reopen: string[]) => Promise<unknown>
  onClosed: () => void
}

type Values = { reason: string; reopen: string[] }
const nothing: Values = { reason: '', reopen: [] }

/** Asks for the reason, which the submission's author reads. */
export function ReasonSheet({ submissionId, verdict, questions, conflict, onGiven, onClosed }: Props) {
  const { t } = useTranslation()
  const { form, restart } = useDraftForm(`review_${submissionId}_${verdict}`, nothing)
  const { reason, reopen } = form.watch()
  const { run: give, isBusy: isPending } = useAction(async (leave: () => void) => {
    if (!reason.trim()) return
    await onGiven(reason.trim(), reopen)
    restart()
    leave()
  })
  return (
    <SideSheet
      title={t(`reviews.asking.${verdict}`)}
      hasUnsaved={reason.trim() !== '' || reopen.length > 0}
      onDiscard={() => restart()}
      onClosed={onClosed}
    >
      {(close, leave) => (
        <form
          onSubmit={event => {
            event.preventDefault()
            give(leave)
          }}
        >
          {conflict && <ReviewConflictNotice conflict={conflict} onKeepMine={() => give(leave)} onTakeTheirs={leave} />}
          <Textarea
            label={t('reviews.reason')}
            description={t('reviews.reasonHelp')}
            dir="auto"
            autosize
            minRows={3}
            maxLength={maxCommentLength}
            required
            data-autofocus
            value={reason}
            onChange={event => form.setValue('reason', event.currentTarget.value)}
          />
          {questions.length > 0 && (
            <Checkbox.Group
              className={styles.questions}
              label={t('reviews.reopening.pick')}
              description={t('reviews.reopening.help')}
              value={reopen}
              onChange={picked => form.setValue('reopen', picked)}
            >
              {questions.map(({ key, label, said }) => (
                <Checkbox
                  key={key}
                  value={key}
                  className={styles.question}
                  label={label}
                  description={said ?? t('reviews.history.noAnswer')}
                />
              ))}
            </Checkbox.Group>
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!reason.trim() || isPending}>
              {t(verdict === 'rejected' ? 'reviews.reject' : 'reviews.sayIssues')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

type ReviewConflictNoticeProps = {
  conflict: ReviewConflict
  /** Says mine all the same, of what it is now. */
  onKeepMine: () => void
  /** Leaves it as it is. */
  onTakeTheirs: () => void
}

/** What two people said of the same submission, side by side, with the reason that would be lost otherwise. */
export function ReviewConflictNotice({ conflict: { mine, theirs }, ...acts }: ReviewConflictNoticeProps) {
  const { t } = useTranslation()
  const said = (state: ReviewState) => t(`reviews.states.${state}`)
  return (
    <ConflictNotice
      differences={[
        {
          field: 'state',
          label: t('reviews.title'),
          mine: said(mine.state),
          theirs: theirs.review_state && said(theirs.review_state),
        },
        ...(mine.reason
          ? [{ field: 'reason', label: t('reviews.reason'), mine: <bdi>{mine.reason}</bdi>, theirs: null }]
          : []),
      ]}
      {...acts}
    />
  )
}
