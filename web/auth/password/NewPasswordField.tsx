import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../Entrance.module.css'
import { PasswordField } from '../EntranceForm.tsx'
import { minimumLength, passwordStrength } from './passwordStrength.ts'

type Props = {
  label: string
  error: string | undefined
  /** Words that would be tried first against this person. */
  known?: () => string[]
}

/** A field for a new password, with its strength. */
export function NewPasswordField({ label, error, known }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [password, setPassword] = useState('')
  const strength = passwordStrength(password, known?.())
  const missing = minimumLength - [...password].length
  const hint = password === '' ? 'empty' : strength
  return (
    <div>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        error={error}
        onType={setPassword}
        describedBy={id}
      />
      <div className={styles.meter} data-strength={hint} aria-hidden>
        <span />
        <span />
        <span />
      </div>
      <p id={id} className={styles.hint} aria-live="polite">
        {hint === 'short' ? t('auth.strength.short', { count: missing }) : t(`auth.strength.${hint}`)}
      </p>
    </div>
  )
}
