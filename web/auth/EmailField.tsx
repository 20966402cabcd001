import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keptField } from './useEntranceForm.ts'

type Props = {
  error?: string | undefined
  /** The address that a link is for: shown, and kept by password managers, but not changed. */
  fixed?: string
  /** Stands there at first, and may be another. */
  proposed?: string | undefined
}

export function EmailField({ error, fixed, proposed }: Props) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('auth.login.email')}
      error={error}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
      maxLength={254}
      defaultValue={fixed ?? proposed ?? keptField('email')}
      readOnly={fixed !== undefined}
    />
  )
}
