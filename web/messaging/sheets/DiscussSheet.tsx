import { Button, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxMessageLength } from '#shared/messaging/rules.ts'
import { api } from '../../api.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { useUser } from '../../lib/session/session.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { otherOf, titleOf, useColleaguesNamed, useConversations } from '../conversations.ts'
import styles from './Sheets.module.css'

type Props = { submissionId: number; name: string; onClosed: () => void }
/** To a conversation that there is, or to somebody with whom there is none yet. */
type To = { conversation_id: number } | { user_ids: number[] }
type Choice = { key: string; title: string; picture: string | null; to: To }

/** Sends a submission as a card, with a few words where somebody has some, and opens the conversation. */
export function DiscussSheet({ submissionId, name, onClosed }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  // The same for another try: one that came through without an answer is not sent twice.
  const [uuid] = useState(newKey)
  const choices = useChoices(search)
  const send = useMutation({
    mutationFn: ({ to }: Choice) =>
      api.messaging.sendSubmission({ ...to, form_submission_id: submissionId, message_text: text.trim(), uuid }),
    onError: () => undefined,
    onSuccess: async ({ conversation_id }) => {
      await queryClient.invalidateQueries({ queryKey: api.messaging.list.key })
      await navigate({ to: '/messaging', search: { conversation: conversation_id } })
    },
  })
  return (
    <SideSheet title={t('submissionPage.discuss.title', { name })} onClosed={onClosed} hasUnsaved={text.trim() !== ''}>
      {() => (
        <>
          <div className={styles.section}>
            <Textarea
              label={t('submissionPage.discuss.text')}
              autosize
              minRows={2}
              maxLength={maxMessageLength}
              value={text}
              onChange={event => setText(event.currentTarget.value)}
            />
            <TextInput
              type="search"
              label={t('submissionPage.discuss.with')}
              value={search}
              onChange={event => setSearch(event.currentTarget.value)}
            />
            {send.error && <ProblemText error={send.error} />}
          </div>
          <ul className={styles.people}>
            {choices.map(choice => (
              <li key={choice.key} className={styles.person}>
                <PersonAvatar name={choice.title} avatar={choice.picture} size={36} />
                <bdi className={styles.name}>{choice.title}</bdi>
                <Button
                  variant="default"
                  aria-label={t('submissionPage.discuss.sendTo', { name: choice.title })}
                  loading={send.isPending && send.variables.key === choice.key}
                  disabled={send.isPending}
                  onClick={() => send.mutate(choice)}
                >
                  {t('submissionPage.discuss.send')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </SideSheet>
  )
}

/** The conversations, the latest first, then the colleagues with whom there is none of two. */
function useChoices(search: string): Choice[] {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const [words] = useDebouncedValue(search.trim(), 250)
  const { conversations = [] } = useConversations(words, false)
  const colleagues = useColleaguesNamed(search)
  const known = new Set(conversations.flatMap(one => (one.type === 'private' ? (otherOf(one, ownId)?.id ?? []) : [])))
  return [
    ...conversations
      .filter(({ type }) => type !== 'support')
      .map(one => ({
        key: `conversation ${one.id}`,
        title: titleOf(one, ownId, t),
        picture: (one.type === 'private' ? otherOf(one, ownId)?.avatar : one.picture_path) ?? null,
        to: { conversation_id: one.id },
      })),
    ...colleagues
      .filter(({ id }) => !known.has(id))
      .map(({ id, name, avatar }) => ({ key: `person ${id}`, title: name, picture: avatar, to: { user_ids: [id] } })),
  ]
}
