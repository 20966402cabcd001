import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InviteManyFields } from '../../invites/InviteManyFields.tsx'
import { InviteResults } from '../../invites/InviteResults.tsx'
import { useInviteMany } from '../../invites/queries.ts'
import { StepFrame } from './StepFrame.tsx'

/** Invites the first people, by a pasted list: what became of each line is said before going on. */
export function PeopleStep({ companyId, onNext }: { companyId: number; onNext: () => void }) {
  const { t } = useTranslation()
  const { form, inviting, restart } = useInviteMany(companyId)
  const [isSent, setSent] = useState(false)
  const lines = inviting.data?.lines

  function next() {
    restart()
    onNext()
  }

  if (isSent && lines) {
    return (
      <StepFrame title={t('companies.setup.people.sent')} onBack={() => setSent(false)} onNext={next}>
        <InviteResults lines={lines} />
      </StepFrame>
    )
  }
  return (
    <StepFrame
      title={t('companies.setup.people.title')}
      text={t('companies.setup.people.text')}
      problem={inviting.error ?? undefined}
      onSkip={next}
      onNext={form.handleSubmit(values => inviting.mutate(values, { onSuccess: () => setSent(true) }))}
      nextText={t('invites.sendMany')}
      isBusy={inviting.isPending}
    >
      <InviteManyFields form={form} withForms={false} />
    </StepFrame>
  )
}
