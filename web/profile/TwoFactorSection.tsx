import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#shared/accounts/me.ts'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { refreshUser } from '../lib/session/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Profile.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { Section } from './Section.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

type Props = {
  state: Settings['two_factor']
  /** A company waits for it. */
  isDue: boolean
}

/** The second factor: setting it up, new recovery codes, and turning it off where no company asks for it. */
export function TwoFactorSection({ state, isDue }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const changed = () => queries.invalidateQueries({ queryKey: api.me.settings.key })
  const starting = useMutation({ mutationFn: () => api.me.startTwoFactor(), onError: () => undefined })
  const renewing = useMutation({
    mutationFn: () => api.me.renewRecoveryCodes(),
    onSuccess: answer => {
      setCodes(answer.recovery_codes)
      changed()
    },
    onError: () => undefined,
  })
  const ending = useMutation({ mutationFn: () => api.me.endTwoFactor(), onSuccess: changed, onError: () => undefined })
  // Who one is first: what leads everybody here to set it up goes by that, and would lead back whoever leaves at once.
  const knowing = useMutation({ mutationFn: () => refreshUser().catch(() => undefined), onSuccess: changed })
  const error = starting.error ?? renewing.error ?? ending.error

  const frame = (content: ReactNode) => (
    <Section title={t('profile.twoFactor.title')} text={t('profile.twoFactor.text')}>
      {error && <Notice kind="stop">{errorText(error, t)}</Notice>}
      {content}
    </Section>
  )
  if (codes) return frame(<RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />)
  if (starting.data)
    return frame(
      <TwoFactorSetup
        offer={starting.data}
        onDone={recovery => {
          starting.reset()
          setCodes(recovery)
          knowing.mutate()
        }}
        onCancel={() => starting.reset()}
      />,
    )
  if (!state.enabled_at)
    return frame(
      <Button
        variant={isDue ? 'filled' : 'default'}
        loading={starting.isPending || knowing.isPending}
        onClick={() => starting.mutate()}
      >
        {t('profile.twoFactor.setUp')}
      </Button>,
    )
  return frame(
    <>
      <div className={styles.actions}>
        <StatusBadge status="ok">{t('profile.twoFactor.on', { date: format.date(state.enabled_at) })}</StatusBadge>
        <StatusBadge status={state.recovery_codes_left < 3 ? 'attention' : 'info'}>
          {t('profile.twoFactor.codesLeft', { count: state.recovery_codes_left })}
        </StatusBadge>
      </div>
      {state.is_required && <p className={styles.small}>{t('profile.twoFactor.required')}</p>}
      <div className={styles.actions}>
        <Button variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
          {t('profile.twoFactor.renew')}
        </Button>
        {!state.is_required && (
          <ConfirmButton
            question={t('profile.twoFactor.offQuestion')}
            confirmText={t('profile.twoFactor.off')}
            onConfirm={() => ending.mutate()}
            buttonProps={{ loading: ending.isPending }}
          >
            {t('profile.twoFactor.off')}
          </ConfirmButton>
        )}
      </div>
    </>,
  )
}
