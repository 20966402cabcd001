import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  label: string
  name: 'pin' | 'pin_again'
  isNew?: boolean
  error: string | undefined
  description?: string
  isFocused?: boolean
}

/** Digits, with the number keys of the phone. */
export function PinField({ isNew, isFocused = false, ...field }: Props) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...field}
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={12}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoFocus={isFocused}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.pin.show') }}
    />
  )
}
