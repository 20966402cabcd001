import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { maxCommentLength } from '#shared/lib/limits.ts'
import { mentionedIn } from '#shared/lib/messageText.ts'
import { api } from '../api.ts'
import { useBegunText, writtenSince } from '../lib/begunText.ts'
import { nameBegun, suggestions, withName } from '../lib/mentions.ts'
import { useUser } from '../lib/session/session.ts'
import { onDevice } from '../lib/storage.ts'
import { tellProblem } from '../ui/toast.tsx'
import styles from './Comments.module.css'

type Props = { submissionId: number; people: { id: number; name: string }[] }

/** Where one says something about a submission; with an @ people are named. What is begun stays on this device until it is sent. */
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
