import { Box, Button, Menu, Radio, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reactionEmojis, reportReasons } from '#shared/messaging/rules.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { MemberSelect } from '../../members/MemberSelect.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { Named } from '../../ui/fields/SearchSelect.tsx'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import { QueryBoundary } from '../../ui/QueryBoundary.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { tellDone, tellProblem } from '../../ui/toast.tsx'
import type { Intent } from '../conversations.ts'
import { useConversations } from '../conversations.ts'
import { ConversationRow } from '../list/ConversationList.tsx'
import styles from '../sheets/Sheets.module.css'
import { queueMessageAction, showNotKept, threadOf } from '../thread/threads.ts'

type Props = {
  message: Message
  conversation: Conversation
  onIntent: (intent: Intent) => void
  children: ReactElement
}

/** What can be done with a message. What somebody may not do is absent. */
export function MessageMenu({ message, conversation, onIntent, children }: Props) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const can = useAbility()
  const [sheet, setSheet] = useState<'history' | 'report' | 'forward' | 'task' | null>(null)
  const { id, conversation_id } = message
  const isOwn = message.sender_id === ownId
  const close = () => setSheet(null)
  const copy = () => void navigator.clipboard.writeText(message.message_text)
  const pin = () =>
    api.messaging
      .pin({ id, is_on: !message.pinned_at })
      .then(changed => threadOf(conversation_id).hear(changed), tellProblem)
  const remove = () => queueMessageAction(conversation_id, { deed: 'delete', message_id: id }).catch(showNotKept)
  return (
    <>
      <Menu position="bottom-end" width={240} {...useOpening()}>
        <Menu.Target>{children}</Menu.Target>
        <MenuList>
          <div className={styles.emojis}>
            {reactionEmojis.map(emoji => (
              <Menu.Item
                key={emoji}
                className={styles.emoji}
                aria-label={t('messaging.react', { emoji })}
                onClick={() =>
                  queueMessageAction(conversation_id, { deed: 'react', message_id: id, emoji, is_on: true }).catch(
                    showNotKept,
                  )
                }
              >
                {emoji}
              </Menu.Item>
            ))}
          </div>
          <Menu.Item onClick={() => onIntent({ reply: message })}>{t('messaging.reply')}</Menu.Item>
          {isOwn && <Menu.Item onClick={() => onIntent({ edit: message })}>{t('messaging.edit')}</Menu.Item>}
          {message.message_text && <Menu.Item onClick={copy}>{t('messaging.copy')}</Menu.Item>}
          <Menu.Item onClick={() => setSheet('forward')}>{t('messaging.forward')}</Menu.Item>
          <Menu.Item onClick={() => void pin()}>
            {message.pinned_at ? t('messaging.unpin') : t('messaging.pin')}
          </Menu.Item>
          {can('create', 'Task') && message.message_text && (
            <Menu.Item onClick={() => setSheet('task')}>{t('messaging.makeTask')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setSheet('history')}>{t('messaging.readBy')}</Menu.Item>
          {!isOwn && <Menu.Item onClick={() => setSheet('report')}>{t('messaging.report')}</Menu.Item>}
          {(isOwn || can('update', 'MessageReport')) && (
            <Menu.Item color="red" onClick={() => void remove()}>
              {t('messaging.delete')}
            </Menu.Item>
          )}
        </MenuList>
      </Menu>
      {sheet === 'history' && <HistorySheet message={message} conversation={conversation} onClosed={close} />}
      {sheet === 'report' && <ReportSheet message={message} onClosed={close} />}
      {sheet === 'task' && <TaskSheet message={message} onClosed={close} />}
      {sheet === 'forward' && <ForwardSheet message={message} onClosed={close} />}
    </>
  )
}

type Reason = (typeof reportReasons)[number]

/** Tells the managers of a message that should not have been written. */
function ReportSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason>('abuse')
  const [comment, setComment] = useState('')
  const report = useMutation({
    mutationFn: () => api.messaging.report({ id: message.id, reason, ...(comment && { comment }) }),
    onSuccess: () => tellDone(t('messaging.reported')),
  })
  return (
    <SideSheet title={t('messaging.report')} onClosed={onClosed}>
      {close => (
        <>
          <Radio.Group value={reason} onChange={value => setReason(value as Reason)} aria-label={t('messaging.report')}>
            {reportReasons.map(one => (
              <Radio key={one} value={one} label={t(`messaging.reason.${one}`)} my="sm" />
            ))}
          </Radio.Group>
          <Textarea
            label={t('messaging.reason.other')}
            maxLength={1000}
            value={comment}
            onChange={event => setComment(event.currentTarget.value)}
          />
          <SheetFooter>
            <Button loading={report.isPending} onClick={() => report.mutate(undefined, { onSuccess: close })}>
              {t('messaging.report')}
            </Button>
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}

/** Passes a message on into another conversation, one of the latest or one that is found. */
export function ForwardSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), 250)
  const { conversations, error, retry } = useConversations(words, false)
  return (
    <SideSheet title={t('messaging.forward')} onClosed={onClosed}>
      {close => (
        <>
          <TextInput
            className={styles.search}
            label={t('messaging.search')}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          {error && <ErrorState error={error} onRetry={retry} />}
          {conversations?.length === 0 && <p role="status">{t('messaging.noConversationsFound')}</p>}
          <ul className={styles.list}>
            {conversations?.map(conversation => (
              <li key={conversation.id}>
                <ConversationRow
                  conversation={conversation}
                  isOpen={false}
                  onOpen={async () => {
                    await queueMessageAction(conversation.id, {
                      deed: 'post',
                      message_text: '',
                      forward_id: message.id,
                    })
                    close()
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </SideSheet>
  )
}

/** Makes a task of what somebody wrote, due within a day. */
export function TaskSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const [title, setTitle] = useState(message.message_text.slice(0, 200))
  const [member, setMember] = useState<Named | undefined>(user ?? undefined)
  const create = useMutation({
    mutationFn: () => api.tasks.create({ title: title.trim(), assignees: member ? [{ user_id: member.id }] : [] }),
    onError: () => undefined,
    onSuccess: () => tellDone(t('tasks.assigned', { title: title.trim() })),
  })
  return (
    <SideSheet title={t('messaging.makeTask')} onClosed={onClosed}>
      {close => (
        <>
          <TextInput
            label={t('tasks.what')}
            required
            maxLength={200}
            value={title}
            onChange={event => setTitle(event.currentTarget.value)}
          />
          <Box mt="md">
            <MemberSelect label={t('tasks.person')} member={member} onChange={setMember} offeredFor="tasks" withSelf />
          </Box>
          {create.error && <ProblemText error={create.error} />}
          <SheetFooter>
            <Button
              loading={create.isPending}
              disabled={!title.trim() || !member}
              onClick={() => create.mutate(undefined, { onSuccess: close })}
            >
              {t('messaging.makeTask')}
            </Button>
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}

type HistorySheetProps = { message: Message; conversation: Conversation; onClosed: () => void }

/** Who has read a message and when, and what it said before. */
export function HistorySheet({ message: { id, edited_at }, conversation, onClosed }: HistorySheetProps) {
  const { t } = useTranslation()
  const reads = useQuery(api.messaging.reads.query({ id }))
  const versions = useQuery({ ...api.messaging.versions.query({ id }), enabled: edited_at !== null })
  const nameOf = (userId: number) => conversation.users.find(user => user.id === userId)?.name ?? t('messaging.unknown')
  return (
    <SideSheet title={t('messaging.readBy')} onClosed={onClosed}>
      {() => (
        <>
          <QueryBoundary query={reads}>
            {readers =>
              readers.length === 0 ? (
                <p>{t('messaging.nobodyRead')}</p>
              ) : (
                <ul className={styles.list}>
                  {readers.map(({ user_id, read_at }) => (
                    <li key={user_id} className={styles.line}>
                      <bdi>{nameOf(user_id)}</bdi>
                      <LocalTime value={read_at} />
                    </li>
                  ))}
                </ul>
              )
            }
          </QueryBoundary>
          {edited_at !== null && (
            <>
              <h3>{t('messaging.history')}</h3>
              <QueryBoundary query={versions}>
                {earlier => (
                  <ul className={styles.list}>
                    {earlier.map(({ message_text, replaced_at }) => (
                      <li key={replaced_at} className={styles.line}>
                        <span className={styles.messageMenuWords} dir="auto">
                          {message_text}
                        </span>
                        <LocalTime value={replaced_at} />
                      </li>
                    ))}
                  </ul>
                )}
              </QueryBoundary>
            </>
          )}
        </>
      )}
    </SideSheet>
  )
}
