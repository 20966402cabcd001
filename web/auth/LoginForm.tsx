import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { login } from '../lib/session.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './EntranceCard.module.css'

/** E-mail, password and one button. What is wrong is said here, and what was typed stays. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [missing, setMissing] = useState<{ email?: boolean; password?: boolean }>({})
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Read from the fields and not from state: password managers do not always tell React what they filled in.
    const pair = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    setMissing({ email: !pair.email, password: !pair.password })
    setProblem(undefined)
    if (!pair.email) return email.current?.focus()
    if (!pair.password) return password.current?.focus()
    setBusy(true)
    try {
      await login(pair)
      await onSignedIn()
    } catch (error) {
      setProblem(error)
      password.current?.select()
    } finally {
      setBusy(false)
    }
  }

  const required = t('problem.field.required')
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {problem !== undefined && <Notice kind="stop">{errorText(problem, t)}</Notice>}
      <TextInput
        ref={email}
        label={t('auth.login.email')}
        error={missing.email && required}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
      />
      <PasswordInput
        ref={password}
        label={t('auth.login.password')}
        error={missing.password && required}
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('auth.login.showPassword') }}
      />
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        {t('auth.login.submit')}
      </Button>
    </form>
  )
}
