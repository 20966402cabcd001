import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../lib/client.ts'
import { beside } from '../../lib/session/entrance.ts'
import { Notice } from '../../ui/Notice.tsx'
import { EmailField } from '../EmailField.tsx'
import styles from '../EntranceCard.module.css'
import { EntranceCard } from '../EntranceCard.tsx'
import { EntranceForm } from '../EntranceForm.tsx'
import { useEntranceForm } from '../useEntranceForm.ts'

/** Asks for the mail with the link to choose a new password. It never says whether somebody has the address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  const form = useEntranceForm({
    required: ['email'],
    async send({ email = '' }) {
      await request('POST', '/auth/forgot-password', { body: { email } })
      setSentTo(email)
    },
  })
  const back = (
    <div className={styles.ways}>
      <Anchor href={beside('/auth/login')}>{t('auth.forgot.back')}</Anchor>
    </div>
  )
  if (sentTo)
    return (
      <EntranceCard title={t('auth.forgot.sentTitle')}>
        <div className={styles.actions}>
          <Notice kind="ok">{t('auth.forgot.sent', { email: sentTo })}</Notice>
          <Text>{t('auth.forgot.nothingCame')}</Text>
          <Button variant="default" size="lg" fullWidth onClick={() => setSentTo(undefined)}>
            {t('auth.forgot.again')}
          </Button>
        </div>
        {back}
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.forgot.title')}>
      <Text mt="xs">{t('auth.forgot.text')}</Text>
      <EntranceForm form={form} submit={t('auth.forgot.submit')}>
        <EmailField error={form.errorOf('email')} />
      </EntranceForm>
      <Text mt="md" size="sm" c="dimmed">
        {t('auth.forgot.withoutEmail')}
      </Text>
      {back}
    </EntranceCard>
  )
}
