import { Anchor, Text, Title } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#shared/lib/language.ts'
import { changeLocale } from '../lib/i18n.ts'
import { hasChosenLocale } from '../lib/locale.ts'
import { homePath, safePath } from '../lib/returnPath.ts'
import { currentUser, useUser } from '../lib/session.ts'
import { Mark } from '../ui/Mark.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import { LanguageSelect } from './LanguageSelect.tsx'
import { LoginForm } from './LoginForm.tsx'
import styles from './LoginPage.module.css'

/** Sign-in, at / and /auth/login: fast on an old phone, so it loads nothing that only signed-in screens need. */
export function LoginPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const user = useUser()
  const { to } = useSearch({ strict: false })
  const destination = safePath(to) ?? homePath
  usePageTitle(t('auth.login.title'))

  /** A language chosen on this device stays; otherwise the person's own is used. */
  async function goOn() {
    if (!hasChosenLocale()) await changeLocale(localeOf(currentUser()?.language_id))
    await router.navigate({ href: destination })
  }

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
            {t('auth.login.signedInAs', { name: user.name })} <Anchor href={destination}>{t('auth.login.goOn')}</Anchor>
          </Text>
        )}
        <LoginForm onSignedIn={goOn} />
      </div>
      <LanguageSelect />
    </main>
  )
}
