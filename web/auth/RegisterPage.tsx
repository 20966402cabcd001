import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { auth } from '#shared/accounts/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { allTexts } from '../lib/i18n.ts'
import { currentLocale } from '../lib/locale.ts'
import { RequestError } from '../lib/requestError.ts'
import { beside } from '../lib/session/entrance.ts'
import { becomeFirstAdministrator, register } from '../lib/session/signIn.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from './Entrance.module.css'
import { EntranceCard } from './EntranceCard.tsx'
import { EmailField, EntranceForm, keptField, useEntranceForm } from './EntranceForm.tsx'
import { useEntranceOptions } from './LoginPage.tsx'
import { usePrivacyLine } from './legal/PrivacyLine.tsx'
import { NewPasswordField } from './password/NewPasswordField.tsx'

const RestorePage = lazyPart(() =>
  Promise.all([import('./restore/RestorePage.tsx'), allTexts()]).then(([part]) => part.RestorePage),
)
const restoring = '#restore'

/** A first account, where this tend lets anybody make one; otherwise what to do instead. */
export function RegisterPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const { t } = useTranslation()
  const mode = useEntranceOptions()?.registration ?? 'open'
  if (mode !== 'open')
    return (
      <EntranceCard title={t('auth.register.title')}>
        <Text mt="xs">{mode === 'off' ? t('auth.register.off') : t('auth.register.byInvitation')}</Text>
        <div className={styles.actions}>
          <Button component="a" href={beside('/auth/login')} size="lg" fullWidth>
            {t('auth.login.submit')}
          </Button>
        </div>
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.register.title')}>
      <Text mt="xs">{t('auth.register.text')}</Text>
      <RegisterForm submit={t('auth.register.submit')} onSubmit={register} onSignedIn={onSignedIn} />
      <div className={styles.ways}>
        <Anchor href={beside('/auth/login')}>{t('auth.register.haveAccount')}</Anchor>
      </div>
    </EntranceCard>
  )
}

type Props = {
  /** From the address that the server printed at its first start. */
  token: string
  onSignedIn: () => Promise<void>
}

/** The very first account of a new tend. */
export function FirstAdministratorPage({ token, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [isRestoring, setRestoring] = useState(location.hash === restoring)
  function restore(wanted: boolean) {
    // A reload stays there.
    history.replaceState(null, '', wanted ? restoring : location.pathname)
    setRestoring(wanted)
  }
  if (isRestoring) return <RestorePage token={token} onSignedIn={onSignedIn} onBack={() => restore(false)} />
  return (
    <EntranceCard title={t('auth.first.title')}>
      <Text mt="xs">{t('auth.first.text')}</Text>
      <RegisterForm
        submit={t('auth.first.submit')}
        onSubmit={async ({ email = '', ...person }) => {
          try {
            await becomeFirstAdministrator({ ...person, email, token })
          } catch (error) {
            const isUsed = error instanceof RequestError && error.status === 404
            throw isUsed ? new RequestError({ status: 404, code: 'not_found', message: t('auth.first.used') }) : error
          }
        }}
        onSignedIn={onSignedIn}
      />
      <div className={styles.ways}>
        <Anchor component="button" type="button" onClick={() => restore(true)}>
          {t('auth.first.restore')}
        </Anchor>
      </div>
    </EntranceCard>
  )
}

type RegisterFormProps = {
  /** The only address that may register here. */
  email?: string
  submit: string
  /** Creates the account and begins its session. */
  onSubmit: (person: InputOf<typeof auth.register>) => Promise<unknown>
  onSignedIn: () => Promise<void>
}

/** Name, email and a password. Language and time zone are those of the browser; the button accepts the privacy text. */
export function RegisterForm({ email, submit, onSubmit, onSignedIn }: RegisterFormProps) {
  const { t } = useTranslation()
  const name = useRef<HTMLInputElement>(null)
  const { line, accept } = usePrivacyLine()
  const form = useEntranceForm({
    required: ['name', 'email', 'password'],
    async send({ name = '', email = '', password = '' }) {
      await onSubmit({
        name,
        email,
        password,
        language_id: languageIdOf(currentLocale()),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      })
      await accept()
      await onSignedIn()
    },
  })
  return (
    <>
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
      {line}
    </>
  )
}
