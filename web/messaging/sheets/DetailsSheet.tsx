import { Button, FileButton, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { messaging } from '#shared/messaging/contract.ts'
import { maxTitleLength } from '#shared/messaging/rules.ts'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { useUser } from '../../lib/session/session.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { DateField } from '../../ui/dates/DateField.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { tellFailed } from '../../ui/toast.tsx'
import { type MessagingSearch, titleOf, useColleagues, useColleaguesNamed, useOnline } from '../conversations.ts'
import { threadOf } from '../thread/threads.ts'
import { uploadError } from '../uploadError.ts'
import styles from './Sheets.module.css'

type Props = {
  conversation: Conversation
  onClosed: () => void
  onOpen: (search: MessagingSearch) => void
  /** Shows its files and pictures. */
  onFiles: () => void
}

const again = () => queryClient.invalidateQueries({ queryKey: api.messaging.key })

/** Leads to the first message of a day, or to the next after it. */
function JumpToDay({ id, onJumped }: { id: number; onJumped: () => void }) {
  const { t } = useTranslation()
  const today = useFormat().dayOf(Date.now())
  const [day, setDay] = useState('')
  return (
    <form
      className={styles.jump}
      onSubmit={event => {
        event.preventDefault()
        if (!day) return
        void threadOf(id).load({ from: day })
        onJumped()
      }}
    >
      <DateField label={t('messaging.jumpToDate')} max={today} value={day} onChange={setDay} />
      <Button type="submit" variant="default" disabled={!day}>
        {t('messaging.jump')}
      </Button>
    </form>
  )
}

/** What a conversation is called, who is in it, and what one can do about that. */
export function DetailsSheet({ conversation, onClosed, onOpen, onFiles }: Props) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const { id } = conversation
  const isGroup = conversation.type === 'group'
  const mayRun = useAbility()('update', 'MessageReport') || conversation.created_by === ownId
  const own = useMutation({
    mutationFn: (input: InputOf<typeof messaging.own>) => api.messaging.own(input),
    onSuccess: again,
  })
  const end = useMutation({
    mutationFn: async (how: 'leave' | 'hide' | 'all') => {
      if (how === 'leave') await api.messaging.leave({ id })
      else await api.messaging.remove({ id, ...(how === 'all' && { for_all: true }) })
    },
    onSuccess: async () => {
      onOpen({})
      await again()
    },
  })
  return (
    <SideSheet title={titleOf(conversation, ownId, t)} onClosed={onClosed}>
      {close => (
        <>
          {isGroup && <TitleAndPicture conversation={conversation} />}
          <div className={styles.section}>
            <JumpToDay id={id} onJumped={close} />
            <div className={styles.buttons}>
              <Button variant="default" onClick={onFiles}>
                {t('messaging.files')}
              </Button>
              <Button variant="default" onClick={() => own.mutate({ id, is_muted: !conversation.is_muted })}>
                {conversation.is_muted ? t('messaging.unmute') : t('messaging.mute')}
              </Button>
              <Button variant="default" onClick={() => own.mutate({ id, is_pinned: !conversation.is_pinned })}>
                {conversation.is_pinned ? t('messaging.unpinTop') : t('messaging.pinTop')}
              </Button>
              <Button variant="default" onClick={() => end.mutate('hide', { onSuccess: close })}>
                {t('messaging.hide')}
              </Button>
            </div>
          </div>
          <People conversation={conversation} mayRun={mayRun} />
          {isGroup && (
            <div className={styles.buttons}>
              <ConfirmButton
                question={t('messaging.leaveQuestion')}
                confirmText={t('messaging.leave')}
                onConfirm={() => end.mutate('leave')}
              >
                {t('messaging.leave')}
              </ConfirmButton>
              {mayRun && (
                <ConfirmButton
                  question={t('messaging.endQuestion')}
                  confirmText={t('messaging.endGroup')}
                  onConfirm={() => end.mutate('all')}
                >
                  {t('messaging.endGroup')}
                </ConfirmButton>
              )}
            </div>
          )}
        </>
      )}
    </SideSheet>
  )
}

function TitleAndPicture({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { id } = conversation
  const [title, setTitle] = useState(conversation.title ?? '')
  const change = useMutation({
    mutationFn: (input: InputOf<typeof messaging.update>) => api.messaging.update(input),
    onSuccess: again,
  })
  const picture = useMutation({
    mutationFn: async (file: File) => {
      const { uuid } = await api.files.create({ has_preview: true }, { files: { file } })
      return api.messaging.update({ id, picture_uuid: uuid })
    },
    onError: error =>
      void tellFailed(`${t('messaging.uploadFailed')}${t('common.colon')} ${errorText(uploadError(error), t)}`),
    onSuccess: again,
  })
  const isGood = title.trim() !== '' && title.trim() !== conversation.title
  return (
    <div className={styles.section}>
      <TextInput
        label={t('messaging.groupTitle')}
        maxLength={maxTitleLength}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button
          disabled={!isGood}
          loading={change.isPending}
          onClick={() => change.mutate({ id, title: title.trim() })}
        >
          {t('common.save')}
        </Button>
        <FileButton accept="image/*" onChange={file => file && picture.mutate(file)}>
          {props => (
            <Button {...props} variant="default" loading={picture.isPending}>
              {t('messaging.picture')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  )
}

function People({ conversation, mayRun }: { conversation: Conversation; mayRun: boolean }) {
  const { t } = useTranslation()
  const ownId = useUser()?.id
  const online = useOnline()
  const colleagues = useColleagues()
  const { id, users } = conversation
  const isGroup = conversation.type === 'group'
  const add = useMutation({
    mutationFn: (input: InputOf<typeof messaging.addUser>) => api.messaging.addUser(input),
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: (input: InputOf<typeof messaging.removeUser>) => api.messaging.removeUser(input),
    onSuccess: again,
  })
  const block = useMutation({
    mutationFn: (input: InputOf<typeof messaging.block>) => api.messaging.block(input),
    onSuccess: again,
  })
  const [isAdding, setAdding] = useState(false)
  const [search, setSearch] = useState('')
  const others = useColleaguesNamed(search).filter(one => !users.some(user => user.id === one.id))
  return (
    <section className={styles.section}>
      <h3>{t('messaging.members', { count: conversation.member_count })}</h3>
      <ul className={styles.people}>
        {users.map(({ id: user_id, name, avatar }) => {
          const known = colleagues.find(one => one.id === user_id)
          return (
            <li key={user_id} className={styles.person}>
              <PersonAvatar name={name} avatar={avatar} size={36} />
              <span className={styles.name}>
                <bdi>{name}</bdi>
                <span className={styles.dimmed}>
                  {' '}
                  {online.has(user_id)
                    ? t('messaging.online')
                    : known?.last_seen_at && <LocalTime value={known.last_seen_at} as="relative" />}
                </span>
              </span>
              {isGroup && mayRun && user_id !== ownId && (
                <Button
                  variant="subtle"
                  size="compact-md"
                  aria-label={`${t('messaging.remove')}${t('common.colon')} ${name}`}
                  onClick={() => remove.mutate({ id, user_id })}
                >
                  {t('messaging.remove')}
                </Button>
              )}
              {!isGroup && known && (
                <Button
                  variant="subtle"
                  size="compact-md"
                  onClick={() => block.mutate({ id: user_id, is_on: !known.is_blocked })}
                >
                  {known.is_blocked ? t('messaging.unblock') : t('messaging.block')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {isGroup && !isAdding && (
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('messaging.addPeople')}
        </Button>
      )}
      {isAdding && (
        <TextInput
          label={t('messaging.people')}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      )}
      {isAdding && (
        <ul className={styles.people} aria-label={t('messaging.addPeople')}>
          {others.map(({ id: user_id, name, avatar }) => (
            <li key={user_id} className={styles.person}>
              <PersonAvatar name={name} avatar={avatar} size={36} />
              <bdi className={styles.name}>{name}</bdi>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`${t('messaging.add')}${t('common.colon')} ${name}`}
                onClick={() => add.mutate({ id, user_id })}
              >
                {t('messaging.add')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
