import { Anchor, Progress, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RestorableBackup } from '#shared/accounts/restores.ts'
import { useFormat } from '../../lib/format.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { SecondStep } from '../../lib/session/signIn.ts'
import { inTab, isRecord, storedJson } from '../../lib/storage.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../Entrance.module.css'
import { DescriptionSkeleton, EntranceCard } from '../EntranceCard.tsx'
import { LoginForm, TwoFactorForm } from '../LoginPage.tsx'
import { BackupFacts, ChooseBackup, type Fault, FaultNotice } from './ChooseBackup.tsx'
import { readState } from './restoreCalls.ts'

type Props = {
  token: string
  onSignedIn: () => Promise<void>
  /** Back to making the first account. */
  onBack: () => void
}

type Step = 'asking' | 'choosing' | 'running' | 'done' | 'gone'

/** The backup that is being restored, over a reload. */
const begun = storedJson(inTab, 'tend_restoring', kept =>
  isRecord(kept) ? (kept as unknown as RestorableBackup) : null,
)

/** Between two looks at how far it is. */
const betweenLooksMs = 700

/** Brings a backup back to a tend that nobody has used yet; then its sign-in, with what came back. */
export function RestorePage({ token, onSignedIn, onBack }: Props) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>('asking')
  const [done, setDone] = useState(0)
  const [fault, setFault] = useState<Fault>()

  /** Asks the server. The address ends with the restore, because it belonged to the unused tend. */
  const look = useCallback(async () => {
    try {
      const state = await readState(token)
      setDone(state.done)
      if (state.stage === 'running') return setStep('running')
      // It begins a moment after it was asked for, and not at all where tend was killed.
      setFault(state.refusal ?? (begun.read() ? { fault: 'interrupted', details: [] } : undefined))
      begun.remove()
      setStep('choosing')
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) return
      setStep(begun.read() ? 'done' : 'gone')
    }
  }, [token])

  useEffect(() => {
    if (step === 'asking') void look()
    if (step !== 'running' && step !== 'asking') return
    const timer = setInterval(look, betweenLooksMs)
    return () => clearInterval(timer)
  }, [step, look])

  if (step === 'asking') return <DescriptionSkeleton />
  if (step === 'done') return <Restored onSignedIn={onSignedIn} />
  if (step === 'running')
    return (
      <EntranceCard title={t('restore.running.title')}>
        <div className={styles.actions}>
          <Text>{t('restore.running.text')}</Text>
          <Progress value={done} size="lg" aria-label={t('restore.running.title')} />
        </div>
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('restore.title')}>
      {step === 'gone' ? (
        <div className={styles.actions}>
          <Notice kind="attention">{t('auth.first.used')}</Notice>
        </div>
      ) : (
        <>
          <Text mt="xs">{t('restore.text')}</Text>
          <div className={styles.actions}>
            {fault && <FaultNotice fault={fault} />}
            <ChooseBackup
              token={token}
              onFault={setFault}
              onBegun={backup => {
                begun.write(backup)
                setDone(0)
                setStep('running')
              }}
            />
          </div>
        </>
      )}
      <div className={styles.ways}>
        <Anchor component="button" type="button" onClick={onBack}>
          {t('restore.back')}
        </Anchor>
      </div>
    </EntranceCard>
  )
}

/** Sign-in after a restore, with what came back. */
function Restored({ onSignedIn }: Pick<Props, 'onSignedIn'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const [step, setStep] = useState<SecondStep>()
  const [backup] = useState(() => begun.read())
  useEffect(() => history.replaceState(null, '', '/auth/login'), [])
  if (step)
    return (
      <EntranceCard title={t('auth.twoFactor.title')}>
        <TwoFactorForm step={step} onSignedIn={onSignedIn} onStartOver={() => setStep(undefined)} />
      </EntranceCard>
    )
  return (
    <EntranceCard title={t('auth.login.title')}>
      <div className={styles.actions}>
        <Notice kind="ok">
          <strong>{t('restore.done.title')}</strong>
          {backup && <div>{t('restore.done.text', { when: format.dateTime(backup.made_at) })}</div>}
          {backup && <BackupFacts backup={backup} />}
        </Notice>
      </div>
      <LoginForm
        onSecondStep={setStep}
        onSignedIn={async () => {
          begun.remove()
          await onSignedIn()
        }}
      />
    </EntranceCard>
  )
}
