import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Formatter } from '#shared/submissions/formatter.ts'
import type { ReviewState } from '#shared/submissions/rules.ts'
import { useAbility } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ReviewBadge } from './ReviewBadge.tsx'
import styles from './ReviewPanel.module.css'
import { disputable, useReviewing } from './useReviewing.ts'

const ReviewConflictNotice = lazyPart(() => import('./ReasonSheet.tsx').then(part => part.ReviewConflictNotice))

const ReasonSheet = lazyPart(() => import('./ReasonSheet.tsx').then(part => part.ReasonSheet))

/**
 * State of a submission's review, with the actions of people who may review. Hidden from others where nobody asked for
 * one.
 */
export function ReviewPanel({
  submission,
  ...read
}: {
  submission: SubmissionDetail
  state: FormState
  words: Formatter
}) {
  const { t } = useTranslation()
  const can = useAbility()
  const id = useId()
  const [asked, setAsked] = useState<'has_issues' | 'rejected'>()
  const { review, isPending, conflict, forgetConflict } = useReviewing()
  const { review_state: state } = submission
  const isReviewer = submission.follows === null && can('review', 'Submission', submission)
  if (state === null && !isReviewer) return null
  // Failures are told by a toast, and other people's reviews below.
  const say = (next: ReviewState) => void review({ submission, state: next }).catch(() => undefined)
  const isOpen = state === null || state === 'received'
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('reviews.title')}
        </h2>
        {state ? <ReviewBadge state={state} /> : <span className={styles.none}>{t('reviews.none')}</span>}
      </div>
      {conflict && !asked && (
        <ReviewConflictNotice
          conflict={conflict}
          onKeepMine={() => void review({ ...conflict.mine, submission: conflict.theirs }).catch(() => undefined)}
          onTakeTheirs={forgetConflict}
        />
      )}
      {isReviewer && (
        <div className={styles.acts}>
          {isOpen ? (
            <>
              <Button
                variant={state === 'received' ? 'filled' : 'default'}
                leftSection={<IconCheck size={20} />}
                disabled={isPending}
                onClick={() => say('approved')}
              >
                {t('reviews.approve')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconAlertTriangle size={20} />}
                disabled={isPending}
                onClick={() => setAsked('has_issues')}
              >
                {t('reviews.sayIssues')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconX size={20} />}
                disabled={isPending}
                onClick={() => setAsked('rejected')}
              >
                {t('reviews.reject')}
              </Button>
            </>
          ) : (
            <Button variant="default" disabled={isPending} onClick={() => say('received')}>
              {t('reviews.takeBack')}
            </Button>
          )}
        </div>
      )}
      {asked && (
        <ReasonSheet
          submissionId={submission.id}
          conflict={conflict}
          verdict={asked}
          // A person who came by a public link cannot be asked again.
          questions={submission.user_id === null ? [] : disputable(submission, read.state, read.words)}
          onGiven={(reason, reopen) =>
            review({
              submission: conflict?.theirs ?? submission,
              state: asked,
              reason,
              ...(reopen.length > 0 && { reopen }),
            })
          }
          onClosed={() => {
            forgetConflict()
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}
