import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasMail } from '../../lib/session/session.ts'
import { InviteManyFields, InviteResults } from '../../members/invites/InviteManyFields.tsx'
import { useInviteMany } from '../../members/invites/queries.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import styles from './Setup.module.css'
import { StepFrame } from './StepFrame.tsx'

const WorkerForm = lazyPart(() => import('../../members/WorkerForm.tsx').then(part => part.WorkerForm))

/** Invites the first people, by a pasted list: what became of each line is said before going on. Who has no e-mail gets a QR code. */
export function PeopleStep({ companyId, onNext }: { companyId: number; onNext: () => void }) {
  const { t } = useTranslation()
  const { form, inviting, restart } = useInviteMany(companyId)
  const hasMail = useHasMail()
  const [isSent, setSent] = useState(false)
  const [isAdding, setAdding] = useState(false)
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
    <>
      <StepFrame
        title={t('companies.setup.people.title')}
        text={t('companies.setup.people.text')}
        problem={inviting.error ?? undefined}
        onSkip={next}
        onNext={form.handleSubmit(values => inviting.mutate(values, { onSuccess: () => setSent(true) }))}
        nextText={hasMail ? t('invites.sendMany') : t('invites.invite')}
        isBusy={inviting.isPending}
      >
        <InviteManyFields form={form} withForms={false} />
        <p className={styles.text}>{t('companies.setup.people.withoutEmail')}</p>
        <Button
          variant="default"
          className={styles.inline}
          leftSection={<IconQrcode size={20} />}
          onClick={() => setAdding(true)}
        >
          {t('members.addWorker')}
        </Button>
      </StepFrame>
      {isAdding && <WorkerForm companyId={companyId} onClosed={() => setAdding(false)} />}
    </>
  )
}
