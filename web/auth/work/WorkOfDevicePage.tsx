import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allTexts } from '../../lib/i18n.ts'
import { listVaultEntries, type VaultEntry } from '../../lib/offline/keyVault.ts'
import { unsentByUser } from '../../lib/offline/pendingByUser.ts'
import { beside } from '../../lib/session/entrance.ts'
import { EntranceCard } from '../EntranceCard.tsx'
import { UnlockedWork } from './UnlockedWork.tsx'
import { UnlockForm } from './UnlockForm.tsx'
import styles from './WorkOfDevice.module.css'

type Found = {
  locks: (VaultEntry & { count: number })[]
  /** How many people's work has nothing here that opens it: they signed in by another way, or before there were locks. */
  withoutLock: number
}

/**
 * What lies unsent on this device, for whoever cannot sign in: they were removed, their account is gone, or there is no signal. It opens with
 * the PIN or password with which its person signed in here, and can be read, saved and passed on.
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
      {found && found.withoutLock > 0 && <Text mt="md">{t('auth.work.locked', { count: found.withoutLock })}</Text>}
      <Button component="a" href={beside('/auth/login')} variant="subtle" fullWidth mt="sm">
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
