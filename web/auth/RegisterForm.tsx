import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { auth } from '#shared/accounts/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { currentLocale } from '../lib/locale.ts'
import { EmailField } from './EmailField.tsx'
import { EntranceForm } from './EntranceForm.tsx'
import { NewPasswordField } from './password/NewPasswordField.tsx'
import { keptField, useEntranceForm } from './useEntranceForm.ts'

type Props = {
  /** The only address that may register here. */
  email?: string
  submit: string
  onSubmit: (person: InputOf<typeof auth.register>) => Promise<void>
}

/** Name, e-mail and a password; language and time zone are those of the browser. */
export function RegisterForm({ email, submit, onSubmit }: Props) {
  const { t } = useTranslation()
  const name = useRef<HTMLInputElement>(null)
  const form = useEntranceForm({
    required: ['name', 'email', 'password'],
    send: ({ name = '', email = '', password = '' }) =>
      onSubmit({
        name,
        email,
        password,
        language_id: languageIdOf(currentLocale()),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
  })
  return (
    <EntranceForm form={form} submit={submit}>
      <TextInput
        ref={name}
        label={t('auth.first.name')}
        name="name"
        autoComplete="name"
        maxLength={200}
        defaultValue={keptField('name')}
        error={form.errorOf('name')}
      />
      <EmailField error={form.errorOf('email')} {...(email !== undefined && { fixed: email })} />
      <NewPasswordField
        label={t('auth.login.password')}
        error={form.errorOf('password')}
        known={() => [name.current?.value ?? '', keptField('email')]}
      />
    </EntranceForm>
  )
}
