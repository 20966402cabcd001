import { useTranslation } from 'react-i18next'
import { login } from '../lib/session/signIn.ts'
import { EmailField } from './EmailField.tsx'
import { EntranceForm } from './EntranceForm.tsx'
import { PasswordField } from './password/PasswordField.tsx'
import { useEntranceForm } from './useEntranceForm.ts'

type Props = {
  onSignedIn: () => Promise<void>
  /** The password was right, and a second factor is asked for. */
  onChallenge: (challenge: string) => void
  /** The only address that may sign in here. */
  email?: string
  /** The address that probably does. */
  proposed?: string | undefined
}

/** E-mail, password and one button. What is wrong is said here, and what was typed stays. */
export function LoginForm({ onSignedIn, onChallenge, email, proposed }: Props) {
  const { t } = useTranslation()
  const form = useEntranceForm({
    required: ['email', 'password'],
    async send({ email = '', password = '' }) {
      const challenge = await login({ email, password })
      if (challenge) onChallenge(challenge)
      else await onSignedIn()
    },
  })
  return (
    <EntranceForm form={form} submit={t('auth.login.submit')}>
      <EmailField error={form.errorOf('email')} proposed={proposed} {...(email !== undefined && { fixed: email })} />
      <PasswordField
        label={t('auth.login.password')}
        name="password"
        autoComplete="current-password"
        error={form.errorOf('password')}
      />
    </EntranceForm>
  )
}
