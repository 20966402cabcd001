import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageIdOf } from '#shared/lib/language.ts'
import { errorText } from '../lib/errorText.ts'
import { currentLocale } from '../lib/locale.ts'
import { beside } from '../lib/session/entrance.ts'
import { loginGuest } from '../lib/session/signIn.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './EntranceCard.module.css'
import { useEntranceOptions } from './useEntranceOptions.ts'

type Props = {
  onSignedIn: () => Promise<void>
  /** On a worker's phone: the way to sign in with an address. */
  onPassword?: () => void
}

/** Under the form of signing in: a forgotten password, a first account, a look around as a guest. */
export function OtherWaysIn({ onSignedIn, onPassword }: Props) {
  const { t } = useTranslation()
  const options = useEntranceOptions()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()

  async function lookAround() {
    setBusy(true)
    setProblem(undefined)
    try {
      await loginGuest({ language_id: languageIdOf(currentLocale()) })
      await onSignedIn()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  if (onPassword)
    return (
      <Button variant="subtle" fullWidth mt="sm" onClick={onPassword}>
        {t('auth.pin.otherWay')}
      </Button>
    )
  return (
    <div className={styles.ways} data-awaited>
      <Anchor href={beside('/auth/forgot-password')}>{t('auth.login.forgot')}</Anchor>
      {options?.registration === 'open' && <Anchor href={beside('/auth/register')}>{t('auth.login.register')}</Anchor>}
      {options?.guest_login && (
        <Button variant="default" fullWidth loading={isBusy} onClick={lookAround}>
          {t('auth.login.guest')}
        </Button>
      )}
      {problem !== undefined && <Notice kind="stop">{errorText(problem, t)}</Notice>}
    </div>
  )
}
