import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { destination } from '../lib/entrance.ts'
import { useUser } from '../lib/session.ts'
import { EntranceCard } from './EntranceCard.tsx'
import { LoginForm } from './LoginForm.tsx'

/** Sign-in, at / and /auth/login. */
export function LoginPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <EntranceCard title={t('auth.login.title')}>
      {user && (
        <Text mt="xs">
          {t('auth.login.signedInAs', { name: user.name })} <Anchor href={destination()}>{t('auth.login.goOn')}</Anchor>
        </Text>
      )}
      <LoginForm onSignedIn={onSignedIn} />
    </EntranceCard>
  )
}
