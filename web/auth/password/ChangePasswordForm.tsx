import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../lib/client.ts'
import type { SessionUser } from '../../lib/session/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../Entrance.module.css'
import { EntranceForm, PasswordField, useEntranceForm } from '../EntranceForm.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

/** The present password and another. Afterwards its fields are empty, and every other device is signed out. */
export function ChangePasswordForm({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const [changes, setChanges] = useState(0)
  const form = useEntranceForm({
    required: ['current_password', 'password'],
    async send({ current_password = '', password = '' }) {
      await request('POST', '/auth/change-password', { body: { current_password, password } })
      const { renewLock } = await import('../../lib/session/lockDevice.ts')
      await renewLock(current_password, { by: 'password', text: password })
      setChanges(changes + 1)
    },
  })
  return (
    <div key={changes} className={styles.inPage}>
      {changes > 0 && <Notice kind="ok">{t('profile.password.changed')}</Notice>}
      <EntranceForm form={form} submit={t('profile.password.submit')} isInPage>
        <input type="text" name="account" autoComplete="username" defaultValue={user.email ?? ''} hidden readOnly />
        <PasswordField
          label={t('profile.password.current')}
          name="current_password"
          autoComplete="current-password"
          error={form.errorOf('current_password')}
        />
        <NewPasswordField
          label={t('auth.reset.password')}
          error={form.errorOf('password')}
          known={() => [user.name, user.email ?? '']}
        />
      </EntranceForm>
    </div>
  )
}
