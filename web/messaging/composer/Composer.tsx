import { ActionIcon, Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconMicrophone,
  IconPaperclip,
  IconPlayerStop,
  IconPlus,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mentionedIn } from '#shared/lib/messageText.ts'
import { maxMentions, maxMessageLength } from '#shared/messaging/rules.ts'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { writtenSince } from '../../lib/begunText.ts'
import { useFormat } from '../../lib/format.ts'
import { nameBegun, suggestions, withName } from '../../lib/mentions.ts'
import { recordedFormat } from '../../lib/recording.ts'
import { useUser } from '../../lib/session/session.ts'
import { tellFailed } from '../../ui/toast.tsx'
import { VoiceLength } from '../attachments/Attachments.tsx'
import { type Intent, nameOf } from '../conversations.ts'
import { queueMessageAction, threadOf, useSayTyping } from '../thread/threads.ts'
import styles from './Composer.module.css'
import { AttachButtons, EmojiMenu } from './ComposerButtons.tsx'
import { draftHere, forgetDraft, keepDraft, useDraft } from './useDraft.ts'
import { maxNote, useFiles, useRecorder } from './useFiles.ts'

type Props = { conversation: Conversation; intent: Intent; onIntent: (intent: Intent) => void }

const phraseKeys = ['onMyWay', 'done', 'help', 'vet', 'call', 'which'] as const

/** Writes a message: text, files or a voice note; a reply, or the edit of an own message. */
export function Composer({ conversation, intent, onIntent }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const ownId = user?.id
  const { id } = conversation
  const [draft, setDraft] = useDraft(conversation)
  const [edited, setEdited] = useState('')
  const { files, add, drop, settled } = useFiles(why => void tellFailed(t(`messaging.${why}`)))
  const isSending = useRef(false)
  const [isUrgent, setUrgent] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [said, setSaid] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const { data: preferences } = useQuery(api.messaging.preferences.query())
  const sayTyping = useSayTyping(conversation, preferences?.hides_typing ?? false)
  const editing = intent && 'edit' in intent ? intent.edit : null
  const replying = intent && 'reply' in intent ? intent.reply : null
  const text = editing ? edited : draft
  const change = (next: string) => {
    if (!editing) return setDraft(next)
    setEdited(next)
    if (next === '' || next === editing.message_text) forgetDraft(ownId, `edit-${editing.id}`)
    else keepDraft(ownId, `edit-${editing.id}`, next)
  }
  const leave = () => {
    if (editing) forgetDraft(ownId, `edit-${editing.id}`)
    onIntent(null)
  }
  const begun = nameBegun(text)
  const people = begun === null ? [] : suggestions(begun, conversation.users, ownId)
  const recorder = useRecorder(file => add([file]))

  useEffect(() => {
    if (editing) setEdited(draftHere(ownId, `edit-${editing.id}`) ?? editing.message_text)
    if (intent) field.current?.focus()
  }, [intent, editing, ownId])

  async function send() {
    const message_text = text.trim()
    if (message_text.length > maxMessageLength)
      return setSaid(t('messaging.tooLong', { maximum: format.number(maxMessageLength) }))
    const mentions = mentionedIn(message_text, conversation.users)
    if (mentions.length > maxMentions) return setSaid(t('messaging.tooManyMentions', { maximum: maxMentions }))
    if (isSending.current) return
    isSending.current = true
    try {
      const sent = editing ? [] : await settled()
      if (message_text === '' && sent.length === 0) return
      setSaid('')
      if (editing) await queueMessageAction(id, { deed: 'edit', message_id: editing.id, message_text })
      else
        await queueMessageAction(
          id,
          {
            ...{ deed: 'post' as const, message_text, is_urgent: isUrgent },
            ...(replying && { reply_to_id: replying.id }),
            mentions,
            ...(sent.length > 0 && conversation.company_id !== user?.company_id && { has_own_files: true }),
          },
          sent.map(({ url, ...file }) => file),
        )
      change(writtenSince(field.current?.value ?? '', text))
      drop(sent)
      setUrgent(false)
      onIntent(null)
      field.current?.focus()
    } catch (cause) {
      console.error('Failed to send message', cause)
      setSaid(t('messaging.failed'))
    } finally {
      isSending.current = false
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && intent) return leave()
    if (event.key === 'Tab' && people[0] && begun) {
      event.preventDefault()
      return change(withName(text, people[0].name))
    }
    if (event.key === 'ArrowUp' && text === '' && !intent) {
      const last = threadOf(id).state.messages.findLast(
        message => message.sender_id === ownId && message.kind === 'message' && !message.deleted_at,
      )
      if (last) {
        event.preventDefault()
        onIntent({ edit: last })
      }
      return
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    const isWanted = preferences?.enter_sends === false ? event.ctrlKey || event.metaKey : true
    if (!isWanted) return
    event.preventDefault()
    void send()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    add([...event.clipboardData.files])
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  const onPick = (phrase: string) => {
    change(text ? `${text} ${phrase}` : phrase)
    field.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button beside does the same
    <div className={styles.composer} onDrop={onDrop} onDragOver={event => event.preventDefault()}>
      {intent && (
        <div className={styles.intent}>
          <span>
            {editing
              ? t('messaging.editing')
              : t('messaging.replyingTo', { name: nameOf(replying?.sender ?? null, conversation.type, t) })}
          </span>
          <ActionIcon variant="subtle" size={36} aria-label={t('messaging.close')} onClick={leave}>
            <IconX size={18} />
          </ActionIcon>
        </div>
      )}
      {people.length > 0 && (
        <div className={styles.people}>
          {people.map(({ id: personId, name }) => (
            <Button
              key={personId}
              size="compact-md"
              variant="default"
              onClick={() => {
                change(withName(text, name))
                field.current?.focus()
              }}
            >
              <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(file => (
            <li key={file.uuid} className={styles.file}>
              {file.url && <img src={file.url} alt="" />}
              <bdi className={styles.fileName}>{file.name}</bdi>
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('messaging.removeFile', { name: file.name })}
                onClick={() => drop([file])}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {recorder.seconds !== null && (
        <div className={styles.recording}>
          <progress value={recorder.seconds} max={maxNote} aria-label={t('messaging.record')} />
          <VoiceLength seconds={recorder.seconds} />
        </div>
      )}
      {said && (
        <p role="alert" className={styles.fault}>
          {said}
        </p>
      )}
      {isUrgent && !isAdding && <p className={styles.urgent}>{t('messaging.markUrgent')}</p>}
      {isAdding && !editing && (
        <div className={styles.extras}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPaperclip size={18} />}
            onClick={() => chooser.current?.click()}
          >
            {t('messaging.attach')}
          </Button>
          <AttachButtons
            conversationId={id}
            onLink={link => {
              onPick(link)
              setAdding(false)
            }}
            onSent={() => setAdding(false)}
          />
          <Button
            variant={isUrgent ? 'light' : 'default'}
            color={isUrgent ? 'red' : undefined}
            size="sm"
            aria-pressed={isUrgent}
            aria-label={t('messaging.markUrgent')}
            leftSection={<IconAlertTriangle size={18} />}
            onClick={() => setUrgent(!isUrgent)}
          >
            {t('messaging.urgent')}
          </Button>
          <EmojiMenu phrases={phraseKeys.map(key => t(`messaging.phrase.${key}`))} onPick={onPick} />
        </div>
      )}
      <div className={styles.line}>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-label={t('messaging.attach')}
          onChange={event => {
            add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        {!editing && (
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('messaging.addMore')}
            title={t('messaging.addMore')}
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            {isAdding ? <IconX size={20} /> : <IconPlus size={20} />}
          </ActionIcon>
        )}
        <textarea
          ref={field}
          className={styles.field}
          aria-label={t('messaging.write')}
          placeholder={t('messaging.write')}
          dir="auto"
          rows={1}
          value={text}
          onChange={event => {
            change(event.currentTarget.value)
            sayTyping()
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {!text && files.length === 0 && !editing && recordedFormat() ? (
          <ActionIcon
            size={44}
            variant={recorder.seconds === null ? 'subtle' : 'filled'}
            aria-label={
              recorder.seconds === null
                ? t('messaging.record')
                : t('messaging.stopRecording', { seconds: recorder.seconds })
            }
            onClick={() =>
              recorder.seconds === null
                ? void recorder.start().catch(cause => {
                    console.warn('There is no microphone', cause)
                    setSaid(t('filling.sound.denied'))
                  })
                : recorder.stop()
            }
          >
            {recorder.seconds === null ? <IconMicrophone size={20} /> : <IconPlayerStop size={20} />}
          </ActionIcon>
        ) : (
          <ActionIcon
            size={44}
            aria-label={t('messaging.send')}
            title={t('messaging.send')}
            onClick={() => void send()}
          >
            <IconSend size={20} className={styles.arrow} />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}
