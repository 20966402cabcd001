import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  label: string
  name: 'password' | 'current_password'
  autoComplete: 'current-password' | 'new-password'
  error: string | undefined
  description?: string
  onType?: (password: string) => void
  /** The id of what is said about the password while it is typed. */
  describedBy?: string
  isFocused?: boolean
  /** It is the PIN of a worker's phone: the number keys are enough. */
  isPin?: boolean
}

/** A password as browsers and password managers know it: it can be pasted, and shown. */
export function PasswordField({ onType, describedBy, isFocused, isPin, ...field }: Props) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...field}
      maxLength={1000}
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isPin ? 'numeric' : 'text'}
      data-autofocus={isFocused}
      {...(describedBy && { 'aria-describedby': describedBy })}
      {...(onType && { onChange: event => onType(event.currentTarget.value) })}
      visibilityToggleButtonProps={{ 'aria-label': isPin ? t('auth.pin.show') : t('auth.login.showPassword') }}
    />
  )
}
