import { Button, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useUser } from '../../lib/session/session.ts'
import { reauthenticate } from '../../lib/session/signIn.ts'
import { useAction } from '../../lib/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { EntranceForm, PasswordField, useEntranceForm } from '../EntranceForm.tsx'

type Props = {
  onClose: () => void
  onDone: () => void
}

/** Asks for the password again, or for the PIN of people without an email address, before something dangerous. */
export function ReauthenticationDialog({ onClose, onDone }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const hasPin = user?.user_name !== null && user?.user_name !== undefined
  const form = useEntranceForm({
    required: ['password'],
    async send({ password = '' }) {
      await reauthenticate(password).catch(error => {
        throw isWrongPassword(error) ? atField(error, t('problem.field.wrong_password')) : error
      })
      onDone()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text span fw={600} size="lg">
          {t('auth.again.title')}
        </Text>
      }
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {user?.sso && !user.sso.has_password ? (
        <ConfirmAtProvider name={user.sso.name} />
      ) : (
        <>
          <Text>{hasPin ? t('auth.again.pinText') : t('auth.again.text')}</Text>
          <EntranceForm form={form} submit={t('auth.again.submit')}>
            <input
              type="text"
              name="account"
              autoComplete="username"
              defaultValue={user?.email ?? user?.user_name ?? ''}
              hidden
              readOnly
            />
            <PasswordField
              label={hasPin ? t('auth.pin.pin') : t('auth.login.password')}
              name="password"
              autoComplete="current-password"
              error={form.errorOf('password')}
              isFocused
              isPin={hasPin}
            />
          </EntranceForm>
        </>
      )}
      <Button variant="subtle" fullWidth mt="sm" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </Modal>
  )
}

/** Who has no password says who they are at the provider, and comes back to this page. */
function ConfirmAtProvider({ name }: { name: string }) {
  const { t } = useTranslation()
  const { run, isBusy, error } = useAction(async () =>
    (await import('../../lib/session/ssoSignIn.ts')).leaveToConfirm(),
  )
  return (
    <>
      <Text mb="md">{t('auth.sso.againText', { name })}</Text>
      {error !== undefined && <Notice kind="stop">{errorText(error, t)}</Notice>}
      <Button size="lg" fullWidth loading={isBusy} onClick={run}>
        {t('auth.sso.continueWith', { name })}
      </Button>
    </>
  )
}

const isWrongPassword = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === 'wrong_credentials'

/** The person is known here: only the password can be wrong. */
const atField = ({ status, code }: RequestError, text: string) =>
  new RequestError({ status, code, errors: { password: [text] } })
