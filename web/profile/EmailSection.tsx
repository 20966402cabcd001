import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { Notice } from '../ui/Notice.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Profile.module.css'
import { Section } from './Section.tsx'

/** The address, whether it is confirmed, and another one, which counts once its mail was answered. */
export function EmailSection({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const pending = useQuery(api.me.settings.query()).data?.pending_email
  const confirming = useMutation({ mutationFn: () => api.auth.sendConfirmation() })
  return (
    <Section title={t('profile.email.title')} text={t('profile.email.text')}>
      <div className={styles.actions}>
        <strong>{email}</strong>
        {isConfirmed ? (
          <StatusBadge status="ok">{t('profile.email.confirmed')}</StatusBadge>
        ) : (
          <StatusBadge status="attention">{t('profile.email.unconfirmed')}</StatusBadge>
        )}
      </div>
      {confirming.isSuccess && <Notice kind="ok">{t('auth.confirm.sent', { email })}</Notice>}
      {pending && <Notice kind="info">{t('profile.email.pending', { email: pending })}</Notice>}
      {isChanging ? (
        <ChangeEmailForm onClose={() => setChanging(false)} />
      ) : (
        <div className={styles.actions}>
          {!isConfirmed && !confirming.isSuccess && (
            <Button variant="default" loading={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('auth.confirm.again')}
            </Button>
          )}
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('profile.email.change')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function ChangeEmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { form, restart } = useDraftForm('profile_email', { email: '' })
  const changing = useMutation({
    mutationFn: (email: string) => api.auth.changeEmail({ email }),
    onSuccess() {
      restart()
      queries.invalidateQueries({ queryKey: api.me.settings.key })
      onClose()
    },
    onError: () => undefined,
  })
  const { error } = changing
  const atField = error instanceof RequestError ? error.errors.email?.join(' ') : undefined
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit(({ email }) => changing.mutate(email))}>
      {error && !atField && <Notice kind="stop">{errorText(error, t)}</Notice>}
      <TextInput
        {...form.register('email', { required: t('problem.field.required') })}
        label={t('profile.email.new')}
        description={t('profile.email.newHint')}
        error={form.formState.errors.email?.message ?? atField}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        autoFocus
      />
      <div className={styles.actions}>
        <Button type="submit" loading={changing.isPending}>
          {t('profile.email.send')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            restart()
            onClose()
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
