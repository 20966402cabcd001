import { Anchor, Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { beside } from '../lib/session/entrance.ts'
import { register } from '../lib/session/signIn.ts'
import styles from './EntranceCard.module.css'
import { EntranceCard } from './EntranceCard.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useEntranceOptions } from './useEntranceOptions.ts'

/** A first account, where this tend lets anybody make one; otherwise what to do instead. */
export function RegisterPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const mode = useEntranceOptions()?.registration ?? 'open'
  if (mode !== 'open')
    return (
      <EntranceCard title={t('auth.register.title')}>
        <Text mt="xs">{mode === 'off' ? t('auth.register.off') : t('auth.register.byInvitation')}</Text>
        <div className={styles.actions}>
          <Button component="a" href={beside('/auth/login')} size="lg" fullWidth>
            {t('auth.login.submit')}
          </Button>
        </div>
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.register.title')}>
      <Text mt="xs">{t('auth.register.text')}</Text>
      <RegisterForm
        submit={t('auth.register.submit')}
        onSubmit={async person => {
          await register(person)
          await onSignedIn()
        }}
      />
      <div className={styles.ways}>
        <Anchor href={beside('/auth/login')}>{t('auth.register.haveAccount')}</Anchor>
      </div>
    </EntranceCard>
  )
}
