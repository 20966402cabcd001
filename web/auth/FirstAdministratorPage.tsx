import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../lib/requestError.ts'
import { becomeFirstAdministrator } from '../lib/session/signIn.ts'
import { EntranceCard } from './EntranceCard.tsx'
import { RegisterForm } from './RegisterForm.tsx'

type Props = {
  /** From the address that the server printed at its first start. */
  token: string
  onSignedIn: () => Promise<void>
}

/** The very first account of a new tend. */
export function FirstAdministratorPage({ token, onSignedIn }: Props) {
  const { t } = useTranslation()
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
          await onSignedIn()
        }}
      />
    </EntranceCard>
  )
}
