import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEntryErrorText } from '../../lib/errorText.ts'
import { deleteDatabase } from '../../lib/offline/database/database.ts'
import { readEntries } from '../../lib/offline/entries.ts'
import { removeVaultEntry, type VaultEntry } from '../../lib/offline/keyVault.ts'
import { type AnyOutboxHandler, loadHandlers, type OutboxEntry } from '../../lib/offline/outboxHandler.ts'
import { useReader } from '../../lib/offline/queueState.ts'
import { RescueButton } from '../../outbox/RescueButton.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AnswerList } from '../../ui/texts/AnswerList.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import styles from './WorkOfDevice.module.css'

type Shown = { entry: OutboxEntry; kind: AnyOutboxHandler; answers: { question: string; answer: string }[] }

/** The unsent work of somebody who opened it without signing in: to be read, saved and, where it can never be sent, removed. */
export function UnlockedWork({ lock }: { lock: VaultEntry }) {
  const { t } = useTranslation()
  const reader = useReader()
  const [shown, setShown] = useState<Shown[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, in the language of the moment
  useEffect(() => {
    read(lock.user_id, reader).then(setShown)
  }, [lock.user_id])

  async function remove() {
    await deleteDatabase(lock.user_id)
    await removeVaultEntry(lock.user_id)
    location.assign('/auth/login')
  }

  return (
    <>
      <Notice kind={lock.is_deleted ? 'attention' : 'info'}>
        {t(lock.is_deleted ? 'auth.work.accountGone' : 'auth.work.sendAgain')}
      </Notice>
      <ul className={styles.list} aria-label={t('filling.outbox.unsent')}>
        {shown?.map(one => (
          <li key={one.entry.uuid} className={styles.entry}>
            <Work {...one} />
          </li>
        ))}
      </ul>
      <RescueButton userId={lock.user_id} />
      {shown && shown.length > 0 && (
        <ConfirmButton
          question={t('auth.work.removeQuestion')}
          confirmText={t('auth.work.remove')}
          onConfirm={remove}
          buttonProps={{ variant: 'subtle', color: 'red' }}
        >
          {t('auth.work.remove')}
        </ConfirmButton>
      )}
    </>
  )
}

function Work({ entry, kind, answers }: Shown) {
  const { t } = useTranslation()
  const words = useEntryErrorText()
  const { title, details } = kind.describe(entry, useReader())
  return (
    <>
      <Text fw={600}>
        <bdi>{title}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {details.map(detail => `${detail} · `)}
        {t(`filling.states.${entry.state}`)} · <LocalTime value={entry.updated_at} />
      </Text>
      {entry.last_error && <Text size="sm">{words(entry.last_error)}</Text>}
      {answers.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('auth.work.answers')}</summary>
          <AnswerList answers={answers} />
        </details>
      )}
    </>
  )
}

async function read(userId: number, reader: ReturnType<typeof useReader>): Promise<Shown[]> {
  const [kinds, entries] = await Promise.all([loadHandlers(), readEntries(userId)])
  const open = entries.filter(({ state }) => state !== 'done' && state !== 'discarded')
  return Promise.all(
    open.flatMap(entry => {
      const kind = kinds.of(entry)
      return kind ? [withAnswers(entry, kind, reader)] : []
    }),
  )
}

const withAnswers = async (entry: OutboxEntry, kind: AnyOutboxHandler, reader: ReturnType<typeof useReader>) => ({
  ...{ entry, kind },
  answers: (await kind.read?.(entry, reader)) ?? [],
})
