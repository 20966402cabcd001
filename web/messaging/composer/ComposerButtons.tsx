import { ActionIcon, Button, Menu, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Icon, IconBook2, IconChecklist, IconClipboardCheck, IconMoodSmile } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { reactionEmojis } from '#shared/messaging/rules.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { newKey } from '../../lib/attemptKey.ts'
import { useFormat } from '../../lib/format.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { QueryBoundary } from '../../ui/QueryBoundary.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import styles from '../sheets/Sheets.module.css'
import composerStyles from './Composer.module.css'

const kinds = { submission: IconClipboardCheck, task: IconChecklist, guide: IconBook2 } satisfies Record<string, Icon>
type Kind = keyof typeof kinds
const readOf = { submission: 'Submission', task: 'SentTask', guide: 'Guide' } as const

type Props = {
  conversationId: number
  /** Puts the link of a guide into the text. */
  onLink: (link: string) => void
  onSent: () => void
}

/** Attaches a submission or a task as a card, or a guide as a link. */
export function AttachButtons({ conversationId, onLink, onSent }: Props) {
  const { t } = useTranslation()
  const can = useAbility()
  const [kind, setKind] = useState<Kind>()
  return (
    <>
      {(Object.keys(kinds) as Kind[])
        .filter(one => can('read', readOf[one]))
        .map(one => {
          const KindIcon = kinds[one]
          return (
            <Button
              key={one}
              variant="default"
              size="sm"
              leftSection={<KindIcon size={18} />}
              onClick={() => setKind(one)}
            >
              {t(`messaging.attachKinds.${one}`)}
            </Button>
          )
        })}
      {kind && (
        <AttachSheet {...{ kind, conversationId, onLink, onSent }} key={kind} onClosed={() => setKind(undefined)} />
      )}
    </>
  )
}

type Choice = { id: number; title: string; detail: string }

/** Finds an attachment by its name; pressing one sends it. */
function AttachSheet({ kind, conversationId, onLink, onSent, onClosed }: Props & { kind: Kind; onClosed: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const found = useChoices(kind, search)
  // The same for another try: one that came through without an answer is not sent twice.
  const [uuid] = useState(newKey)
  const send = useMutation({
    mutationFn: async ({ id, title }: Choice) => {
      const card = { conversation_id: conversationId, uuid }
      if (kind === 'guide') onLink(`${title} ${location.origin}/guides/${id}`)
      else if (kind === 'task') await api.messaging.sendTask({ ...card, task_sent_id: id })
      else await api.messaging.sendSubmission({ ...card, form_submission_id: id })
    },
    onSuccess: () => kind !== 'guide' && onSent(),
  })
  return (
    <SideSheet title={t(`messaging.attachKinds.${kind}`)} onClosed={onClosed}>
      {close => (
        <>
          <TextInput
            data-autofocus
            type="search"
            label={t('common.search')}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          {send.error && <ProblemText error={send.error} />}
          <QueryBoundary query={found}>
            {choices => (
              <ul className={styles.people}>
                {choices.length === 0 && <li>{t('common.nothingFound')}</li>}
                {choices.map(choice => (
                  <li key={choice.id}>
                    <UnstyledButton
                      className={styles.hit}
                      disabled={send.isPending}
                      onClick={() => send.mutate(choice, { onSuccess: close })}
                    >
                      <bdi>{choice.title}</bdi>
                      {choice.detail && (
                        <span className={styles.dimmed}>
                          <bdi>{choice.detail}</bdi>
                        </span>
                      )}
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )}
          </QueryBoundary>
        </>
      )}
    </SideSheet>
  )
}

const shown = 25

/** The newest of a kind that have the words in them. */
function useChoices(kind: Kind, search: string) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const locale = toLocale(i18n.language)
  const wanted = { per_page: shown, ...(search && { search }) } as const
  return useQuery({
    queryKey: [...api.messaging.key, 'attachable', kind, search, locale],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Choice[]> => {
      if (kind === 'submission') {
        const { data } = await api.submissions.list({ ...wanted, status: 'complete' }, { signal })
        return data.map(({ id, form_name, completed_at, ...row }) => ({
          ...{ id, title: textIn(form_name, locale, locale).text },
          detail: [submitterOf(row, t), completed_at && format.dateTime(completed_at)].filter(Boolean).join(' · '),
        }))
      }
      if (kind === 'task') {
        const { data } = await api.tasks.sent(wanted, { signal })
        return data.map(task => ({
          ...{ id: task.id, title: taskTitle(task), detail: format.dateTime(task.due_at) },
        }))
      }
      const { data } = await api.guides.list(wanted, { signal })
      return data.map(({ id, title, default_language }) => ({
        ...{ id, title: textIn(title, locale, toLocale(default_language)).text, detail: '' },
      }))
    },
  })
}

const emojis = [...reactionEmojis, '🙂', '🐄', '🐑', '🐖', '🐔', '🐎', '🚜', '🚚', '☀️', '🌧️', '❄️', '🎉']

/** Signs and whole sentences for those who write with gloves on. */
export function EmojiMenu({ phrases, onPick }: { phrases: string[]; onPick: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="top-start" width={280} returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} aria-label={t('messaging.emoji')} title={t('messaging.emoji')}>
          <IconMoodSmile size={20} />
        </ActionIcon>
      </Menu.Target>
      <MenuList>
        <div className={composerStyles.emojis}>
          {emojis.map(emoji => (
            <Menu.Item key={emoji} className={composerStyles.emoji} onClick={() => onPick(emoji)}>
              {emoji}
            </Menu.Item>
          ))}
        </div>
        <Menu.Label>{t('messaging.phrases')}</Menu.Label>
        {phrases.map(phrase => (
          <Menu.Item key={phrase} onClick={() => onPick(phrase)}>
            {phrase}
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>
  )
}
