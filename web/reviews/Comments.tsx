import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxCommentLength } from '#shared/lib/limits.ts'
import { mentionedIn } from '#shared/lib/messageText.ts'
import type { SubmissionComment } from '#shared/reviews/contract.ts'
import { api } from '../api.ts'
import { useBegunText, writtenSince } from '../lib/begunText.ts'
import { nameBegun, suggestions, withName } from '../lib/mentions.ts'
import { useUser } from '../lib/session/session.ts'
import { onDevice } from '../lib/storage.ts'
import { MessageText } from '../messaging/thread/MessageText.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellProblem } from '../ui/toast.tsx'
import { ReviewBadge } from './ReviewBadge.tsx'
import styles from './ReviewPanel.module.css'

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
      <h2 id={titleId} className={styles.commentsTitle}>
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

type Props = { submissionId: number; people: { id: number; name: string }[] }

/** The field for a comment, in which @ mentions people. Its draft stays on this device until it is sent. */
export function CommentField({ submissionId: id, people }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const ownId = useUser()?.id
  const [text, setText] = useBegunText(onDevice, `tend-comment-${ownId}-${id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const begun = nameBegun(text)
  const meant = begun === null ? [] : suggestions(begun, people, ownId)
  const { mutate, isPending } = useMutation({
    mutationFn: (written: string) => {
      const said = written.trim()
      return api.reviews.comment({ id, text: said, mentions: mentionedIn(said, people) })
    },
    onSuccess: (_, written) => setText(now => writtenSince(now, written)),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.reviews.key }),
  })
  return (
    <form
      className={styles.field}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (text.trim() && !isPending) mutate(text)
      }}
    >
      <Textarea
        ref={field}
        label={t('reviews.comment')}
        description={t('reviews.commentHelp')}
        dir="auto"
        autosize
        minRows={2}
        maxLength={maxCommentLength}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {meant.length > 0 && (
        <div className={styles.people}>
          {meant.map(person => (
            <Button
              key={person.id}
              size="compact-md"
              variant="default"
              onClick={() => {
                setText(withName(text, person.name))
                field.current?.focus()
              }}
            >
              <bdi>{person.name}</bdi>
            </Button>
          ))}
        </div>
      )}
      <Button type="submit" variant="default" className={styles.send} disabled={!text.trim() || isPending}>
        {t('reviews.send')}
      </Button>
    </form>
  )
}
