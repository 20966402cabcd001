import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holdKey } from '../../lib/encryption/deviceKey.ts'
import { listVaultEntries, removeVaultEntry, unlockVault, type VaultEntry } from '../../lib/encryption/keyVault.ts'
import { useEntryErrorText } from '../../lib/errorText.ts'
import { type Reader, useReader } from '../../lib/format.ts'
import { allTexts } from '../../lib/i18n.ts'
import type { QueueItem } from '../../lib/offline/queueActions.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { unsentByUser } from '../../lib/pendingByUser.ts'
import { beside } from '../../lib/session/entrance.ts'
import { setLocalDisplayName } from '../../lib/session/localNames.ts'
import { refusalOf } from '../../lib/session/signIn.ts'
import { RescueButton } from '../../outbox/RescueButton.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AnswerList } from '../../ui/texts/AnswerList.tsx'
import { LocalTime } from '../../ui/texts/ContentText.tsx'
import { EntranceCard } from '../EntranceCard.tsx'
import { EntranceForm, PasswordField, useEntranceForm } from '../EntranceForm.tsx'
import { PinField } from '../PeopleOfDevice.tsx'
import styles from './WorkOfDevice.module.css'

type Found = {
  locks: (VaultEntry & { count: number })[]
  /**
   * How many people's work has nothing here that opens it: they signed in by another way, or before there were locks.
   */
  withoutLock: number
}

/**
 * Unsent work on this device, for people who cannot sign in: they were removed, their account is gone, or there is no
 * network. It opens with the PIN or password of its person, and can be read, saved and passed on.
 */
export function WorkOfDevicePage() {
  const { t } = useTranslation()
  const [found, setFound] = useState<Found>()
  const [chosen, setChosen] = useState<VaultEntry>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    Promise.all([find(), allTexts()]).then(([all]) => setFound(all))
  }, [])
  const only = found?.locks.length === 1 ? found.locks[0] : undefined
  const lock = chosen ?? only
  /** Nobody's lock is here: all of them signed in at a provider, by a passkey or long ago. */
  const isSignInAlone = found?.locks.length === 0

  if (lock && isOpen)
    return (
      <EntranceCard title={t('auth.work.of', { name: lock.name })}>
        <UnlockedWork lock={lock} />
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.work.title')}>
      {found && found.locks.length + found.withoutLock === 0 && <Text mt="xs">{t('auth.work.none')}</Text>}
      {lock && <UnlockForm key={lock.user_id} lock={lock} onOpen={() => setOpen(true)} />}
      {!lock && found && found.locks.length > 0 && (
        <ul className={styles.people}>
          {found.locks.map(one => (
            <li key={one.user_id}>
              <Button variant="default" size="lg" fullWidth onClick={() => setChosen(one)}>
                <bdi>{one.name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {found && found.withoutLock > 0 && (
        <Text mt="md">
          {isSignInAlone ? t('auth.work.alone') : t('auth.work.locked', { count: found.withoutLock })}
        </Text>
      )}
      <Button
        component="a"
        href={beside('/auth/login')}
        {...(isSignInAlone ? { size: 'lg' } : { variant: 'subtle' })}
        fullWidth
        mt="sm"
      >
        {t('auth.login.submit')}
      </Button>
    </EntranceCard>
  )
}

async function find(): Promise<Found> {
  const [locks, counts] = await Promise.all([listVaultEntries().catch(() => []), unsentByUser()])
  const withWork = locks
    .map(lock => ({ ...lock, count: counts.get(lock.user_id) ?? 0 }))
    .filter(({ count }) => count > 0)
  return { locks: withWork, withoutLock: counts.size - withWork.length }
}

/** Asks for the secret with which the person signed in here last. */
function UnlockForm({ lock, onOpen }: { lock: VaultEntry; onOpen: () => void }) {
  const { t } = useTranslation()
  const { user_id, name, by, is_deleted } = lock
  const form = useEntranceForm({
    required: [by],
    async send(fields) {
      const { keyText } = await unlockVault(user_id, fields[by] ?? '').catch(cause => {
        throw refusalOf(cause, by)
      })
      await holdKey(user_id, keyText)
      setLocalDisplayName(user_id, name, is_deleted)
      onOpen()
    },
  })
  return (
    <>
      <Text mt="xs">{t(by === 'pin' ? 'auth.work.askPin' : 'auth.work.askPassword', { name })}</Text>
      <EntranceForm form={form} submit={t('auth.work.open')}>
        {by === 'pin' ? (
          <PinField label={t('auth.pin.pin')} name="pin" error={form.errorOf('pin')} />
        ) : (
          <PasswordField
            label={t('auth.login.password')}
            name="password"
            autoComplete="current-password"
            error={form.errorOf('password')}
          />
        )}
      </EntranceForm>
    </>
  )
}

type Shown = Pick<QueueItem, 'entry' | 'handler'> & { answers: { question: string; answer: string }[] }

/**
 * The unsent work of somebody who opened it without signing in: to be read, saved and, where it can never be sent,
 * removed.
 */
function UnlockedWork({ lock }: { lock: VaultEntry }) {
  const { t } = useTranslation()
  const reader = useReader()
  const [shown, setShown] = useState<Shown[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, in the language of the moment
  useEffect(() => {
    read(lock.user_id, reader).then(setShown)
  }, [lock.user_id])

  async function remove() {
    await useQueue.deleteAll(lock.user_id)
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

function Work({ entry, handler, answers }: Shown) {
  const { t } = useTranslation()
  const words = useEntryErrorText()
  const { title, details } = handler.describe(entry, useReader())
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

async function read(userId: number, reader: Reader): Promise<Shown[]> {
  const open = (await useQueue.read(userId)).filter(({ entry }) => entry.state !== 'done')
  return Promise.all(
    open.map(async ({ entry, handler }) => ({
      ...{ entry, handler },
      answers: (await handler.read?.(entry, reader)) ?? [],
    })),
  )
}
