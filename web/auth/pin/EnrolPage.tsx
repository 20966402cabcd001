import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { workers } from '#shared/accounts/workers.ts'
import type { ResultOf } from '#shared/lib/contract.ts'
import { RequestError } from '../../lib/requestError.ts'
import { enrol } from '../../lib/session/signIn.ts'
import { DescriptionSkeleton, EntranceCard } from '../EntranceCard.tsx'
import { EntranceForm, useEntranceForm } from '../EntranceForm.tsx'
import { LinkProblem, useDescription } from '../LinkProblem.tsx'
import { usePrivacyLine } from '../legal/PrivacyLine.tsx'
import { PinField } from '../PeopleOfDevice.tsx'

type Offer = ResultOf<typeof workers.describeOffer>
type Props = { token: string; onSignedIn: () => Promise<void> }

/**
 * Where the QR code leads that a manager shows: a worker without e-mail makes this phone their own, and chooses its
 * PIN.
 */
export function EnrolPage({ token, onSignedIn }: Props) {
  const { t } = useTranslation()
  const { found, problem } = useDescription<Offer>(`/auth/enrolment/${encodeURIComponent(token)}`)
  return (
    <EntranceCard title={found ? t('auth.enrol.title', { name: found.name }) : t('auth.enrol.phone')}>
      {!found && !problem && <DescriptionSkeleton />}
      {problem && (
        <LinkProblem
          problem={problem}
          text={t('auth.enrol.askAgain')}
          action={{ label: t('auth.login.submit'), href: '/auth/login' }}
        />
      )}
      {found && <ChoosePin offer={found} token={token} onSignedIn={onSignedIn} />}
    </EntranceCard>
  )
}

function ChoosePin({ offer, token, onSignedIn }: Props & { offer: Offer }) {
  const { t } = useTranslation()
  const { line, accept } = usePrivacyLine()
  const form = useEntranceForm({
    required: ['pin', 'pin_again'],
    async send({ pin = '', pin_again }) {
      if (pin !== pin_again)
        throw new RequestError({ status: 422, code: 'invalid', errors: { pin_again: [t('auth.enrol.differs')] } })
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      await enrol({ token, pin, time_zone }, { name: offer.name, company: offer.company_name })
      await accept()
      await onSignedIn()
    },
  })
  return (
    <>
      <Text mt="xs">{t('auth.enrol.text', { company: offer.company_name })}</Text>
      <EntranceForm form={form} submit={t('auth.enrol.submit')}>
        <input type="text" name="user_name" autoComplete="username" defaultValue={offer.user_name} hidden readOnly />
        <PinField
          label={t('auth.enrol.pin')}
          description={t('auth.enrol.pinHint')}
          name="pin"
          isNew
          error={form.errorOf('pin')}
        />
        <PinField label={t('auth.enrol.pinAgain')} name="pin_again" isNew error={form.errorOf('pin_again')} />
      </EntranceForm>
      {line}
    </>
  )
}
