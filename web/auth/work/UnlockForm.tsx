import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { holdKey } from '../../lib/offline/deviceKey.ts'
import { unlockVault, type VaultEntry } from '../../lib/offline/keyVault.ts'
import { callHere } from '../../lib/session/nameHere.ts'
import { refusalOf } from '../../lib/session/signIn.ts'
import { EntranceForm } from '../EntranceForm.tsx'
import { PasswordField } from '../password/PasswordField.tsx'
import { PinField } from '../pin/PinField.tsx'
import { useEntranceForm } from '../useEntranceForm.ts'

/** Asks for the secret with which the person signed in here last. */
export function UnlockForm({ lock, onOpen }: { lock: VaultEntry; onOpen: () => void }) {
  const { t } = useTranslation()
  const { user_id, name, by, is_deleted } = lock
  const form = useEntranceForm({
    required: [by],
    async send(fields) {
      const { keyText } = await unlockVault(user_id, fields[by] ?? '').catch(cause => {
        throw refusalOf(cause, by)
      })
      await holdKey(user_id, keyText)
      callHere(user_id, name, is_deleted)
      onOpen()
    },
  })
  return (
    <>
      <Text mt="xs">{t(by === 'pin' ? 'auth.work.askPin' : 'auth.work.askPassword', { name })}</Text>
      <EntranceForm form={form} submit={t('auth.work.open')}>
        {by === 'pin' ? (
          <PinField label={t('auth.pin.pin')} name="pin" error={form.errorOf('pin')} />
        ) : (
          <PasswordField
            label={t('auth.login.password')}
            name="password"
            autoComplete="current-password"
            error={form.errorOf('password')}
          />
        )}
      </EntranceForm>
    </>
  )
}
