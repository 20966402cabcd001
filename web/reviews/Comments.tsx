import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubmissionComment } from '#shared/reviews/contract.ts'
import { api } from '../api.ts'
import { MessageText } from '../messaging/thread/MessageText.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { CommentField } from './CommentField.tsx'
import styles from './Comments.module.css'
import { ReviewBadge } from './ReviewBadge.tsx'

const atFirst = 10
const more = 50

/** What was said about a submission, the latest first: comments that name people, and reviews with their reasons. */
export function Comments({ submissionId: id }: { submissionId: number }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [shown, setShown] = useState<typeof atFirst | typeof more>(atFirst)
  const { data: comments, error, refetch } = useQuery(api.reviews.comments.query({ id, per_page: shown }))
  const people = useQuery(api.reviews.people.query({ id })).data ?? []
  return (
    <section className={styles.comments} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('reviews.comments')}
      </h2>
      <CommentField submissionId={id} people={people} />
      {!comments && error && <ErrorState error={error} onRetry={refetch} />}
      {comments && comments.data.length > 0 && (
        <ol className={styles.list} aria-label={t('reviews.comments')}>
          {comments.data.map(comment => (
            <Said key={comment.id} comment={comment} people={people} />
          ))}
        </ol>
      )}
      {comments && comments.meta.total > shown && shown === atFirst && (
        <Button variant="subtle" className={styles.more} onClick={() => setShown(more)}>
          {t('reviews.earlier')}
        </Button>
      )}
    </section>
  )
}

type SaidProps = { comment: SubmissionComment; people: { id: number; name: string }[] }

function Said({ comment: { user_name, created_at, review_state, text, mentions }, people }: SaidProps) {
  return (
    <li className={styles.said}>
      <p className={styles.who}>
        <bdi className={styles.name}>{user_name}</bdi>
        <LocalTime value={created_at} as="relative" />
        <ReviewBadge state={review_state} />
      </p>
      {text && <MessageText text={text} people={people.filter(({ id }) => mentions.includes(id))} />}
    </li>
  )
}
