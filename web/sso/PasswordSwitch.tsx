import { Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SsoConnection, SsoSettings } from '#shared/accounts/sso.ts'
import { administration } from '../administrationApi.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Select } from '../ui/floatingParts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { SignInSection } from './SignInSection.tsx'

type Props = { companyId: number | null; settings: SsoSettings; connection: SsoConnection }

/** Switches passwords off for all but one person, and on again. */
export function PasswordSwitch({ companyId, settings, connection }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [keeper, setKeeper] = useState(connection.break_glass?.id ?? null)
  const switching = useMutation({
    mutationFn: (isOff: boolean) =>
      administration.sso.setPassword({
        ...(companyId !== null && { company_id: companyId }),
        ...{ is_off: isOff, break_glass_user_id: isOff ? keeper : null },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: administration.sso.key }),
  })
  const name = settings.break_glass_choices.find(({ id }) => id === keeper)?.name ?? ''
  const kept = connection.break_glass?.name
  const isVoid = connection.password_off_at !== null && !connection.is_password_off
  return (
    <SignInSection title={t('sso.passwords')} text={t('sso.passwordsText')}>
      {switching.error && (
        <Notice kind="stop">
          <ProblemText error={switching.error} />
        </Notice>
      )}
      {isVoid && (
        <Notice kind="attention">{kept ? t('sso.notInForce', { name: kept }) : t('sso.notInForceNobody')}</Notice>
      )}
      {connection.is_password_off ? (
        <>
          <Notice kind="info">{t('sso.turnedOff', { name: kept ?? '' })}</Notice>
          <Group>
            <ConfirmButton
              question={t('sso.turnOn')}
              confirmText={t('sso.turnOn')}
              onConfirm={() => switching.mutate(false)}
              buttonProps={{ loading: switching.isPending }}
            >
              {t('sso.turnOn')}
            </ConfirmButton>
          </Group>
        </>
      ) : settings.is_own_session ? (
        <>
          <Select
            label={t('sso.keeper')}
            data={settings.break_glass_choices.map(person => ({ value: String(person.id), label: person.name }))}
            value={keeper === null ? null : String(keeper)}
            onChange={chosen => setKeeper(chosen === null ? null : Number(chosen))}
            allowDeselect={false}
            searchable={settings.break_glass_choices.length > 8}
          />
          <Group>
            <ConfirmButton
              question={t('sso.turnOffQuestion', { name })}
              confirmText={t('sso.turnOff')}
              onConfirm={() => switching.mutate(true)}
              buttonProps={{ loading: switching.isPending, disabled: name === '' }}
            >
              {t('sso.turnOff')}
            </ConfirmButton>
          </Group>
        </>
      ) : (
        <Notice kind="info">{t('sso.tryFirst')}</Notice>
      )}
    </SignInSection>
  )
}
