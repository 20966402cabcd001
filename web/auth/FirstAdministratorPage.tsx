import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageIdOf } from '#shared/lib/language.ts'
import { errorText } from '../lib/errorText.ts'
import { currentLocale } from '../lib/locale.ts'
import { RequestError } from '../lib/requestError.ts'
import { becomeFirstAdministrator } from '../lib/session.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './EntranceCard.module.css'
import { EntranceCard } from './EntranceCard.tsx'

type Props = {
  /** From the address that the server printed at its first start. */
  token: string
  onSignedIn: () => Promise<void>
}

/** The very first account of a new tend. */
export function FirstAdministratorPage({ token, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<RequestError>()
  const errorOf = (field: string) => problem?.errors[field]?.join(' ')
  const isElsewhere = problem && Object.keys(problem.errors).length === 0

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    setBusy(true)
    setProblem(undefined)
    try {
      const person = { name: text('name'), email: text('email'), password: text('password') }
      await becomeFirstAdministrator({ ...person, token, language_id: languageIdOf(currentLocale()) })
      await onSignedIn()
    } catch (error) {
      setProblem(error instanceof RequestError ? error : new RequestError({ status: 0, code: 'unknown_error' }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <EntranceCard title={t('auth.first.title')}>
      <Text mt="xs">{t('auth.first.text')}</Text>
      <form onSubmit={submit} noValidate className={styles.form}>
        {isElsewhere && (
          <Notice kind="stop">{problem.status === 404 ? t('auth.first.used') : errorText(problem, t)}</Notice>
        )}
        <TextInput label={t('auth.first.name')} name="name" autoComplete="name" error={errorOf('name')} />
        <TextInput
          label={t('auth.login.email')}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('email')}
        />
        <PasswordInput
          label={t('auth.login.password')}
          description={t('auth.first.passwordHint')}
          name="password"
          autoComplete="new-password"
          error={errorOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.login.showPassword') }}
        />
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {t('auth.first.submit')}
        </Button>
      </form>
    </EntranceCard>
  )
}
