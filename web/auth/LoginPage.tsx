import { Anchor, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { destination } from '../lib/entrance.ts'
import { useUser } from '../lib/session.ts'
import { Mark } from '../ui/Mark.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import { LanguageSelect } from './LanguageSelect.tsx'
import { LoginForm } from './LoginForm.tsx'
import styles from './LoginPage.module.css'

/** Sign-in, at / and /auth/login: the mark, two fields, one button, the language. */
export function LoginPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const user = useUser()
  usePageTitle(t('auth.login.title'))
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Mark size={44} />
          <span className={styles.name}>tend</span>
        </div>
        <Title order={1} size="h2">
          {t('auth.login.title')}
        </Title>
        {user && (
          <Text mt="xs">
            {t('auth.login.signedInAs', { name: user.name })}{' '}
            <Anchor href={destination()}>{t('auth.login.goOn')}</Anchor>
          </Text>
        )}
        <LoginForm onSignedIn={onSignedIn} />
      </div>
      <LanguageSelect />
    </main>
  )
}
