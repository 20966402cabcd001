import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { signInWithPasskey, stopOffer, wasStopped } from '../lib/session/passkey.ts'
import { useAction } from '../lib/useAction.ts'
import { Notice } from '../ui/Notice.tsx'

/** An offer is renewed before its challenge is over. */
const offerLife = 4 * 60_000

type Props = {
  /** The only address at which passkeys are good. */
  address: string
  onSignedIn: () => Promise<void>
}

/** Signing in without a password: by a button, and by the browser's own list at the field of the address. */
export function PasskeyWay({ address, onSignedIn }: Props) {
  const { t } = useTranslation()
  const isHere = location.origin === address
  const [isElsewhere, setElsewhere] = useState(false)
  const [offers, setOffers] = useState(0)
  const isChosen = useRef(false)
  const { run, isBusy, error } = useAction(async () => {
    if (!isHere) return setElsewhere(true)
    isChosen.current = true
    try {
      await signInWithPasskey({})
      await onSignedIn()
    } finally {
      isChosen.current = false
      setOffers(count => count + 1)
    }
  })
  const offer = useAction(async () => {
    await signInWithPasskey({ isOffered: true, isOver: () => isChosen.current })
    await onSignedIn()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer begins again only after the one before.
  useEffect(() => {
    if (!isHere) return
    let isOver = false
    void canOffer().then(can => (can && !isOver ? offer.run() : undefined))
    // The browser asks one thing at a time: a new offer would close the dialog that the person has open.
    const renewal = setTimeout(() => !isChosen.current && setOffers(count => count + 1), offerLife)
    return () => {
      isOver = true
      clearTimeout(renewal)
      stopOffer()
    }
  }, [isHere, offers])
  const problem = error ?? (offer.error instanceof RequestError ? offer.error : undefined)
  return (
    <>
      <Button variant="default" fullWidth mb="xs" loading={isBusy} onClick={run}>
        {t('auth.passkey.signIn')}
      </Button>
      {isElsewhere && <Notice kind="attention">{t('auth.passkey.elsewhere', { address })}</Notice>}
      <PasskeyProblem error={problem} />
    </>
  )
}

async function canOffer(): Promise<boolean> {
  try {
    return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
  } catch {
    return false
  }
}

type StepProps = {
  challenge: string
  onSignedIn: () => Promise<void>
  /** The challenge is over: back to the password. */
  onOver: () => void
}

/** The passkey as the second step of signing in. */
export function PasskeyStep({ challenge, onSignedIn, onOver }: StepProps) {
  const { t } = useTranslation()
  const { run, isBusy, error } = useAction(async () => {
    await signInWithPasskey({ challenge })
    await onSignedIn()
  })
  const isOver = error instanceof RequestError && error.code === 'link_expired'
  return (
    <>
      <Text mt="xs">{t('auth.passkey.text')}</Text>
      <PasskeyProblem error={error} />
      <Button size="lg" fullWidth mt="md" loading={isBusy} onClick={isOver ? onOver : run} data-autofocus>
        {isOver ? t('auth.twoFactor.startOver') : t('auth.passkey.use')}
      </Button>
    </>
  )
}

/** What the server refuses in its words; a dialog of the browser that was closed in ours. */
function PasskeyProblem({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (error === undefined || wasStopped(error)) return null
  return (
    <Notice kind="stop">{error instanceof RequestError ? errorText(error, t) : t('auth.passkey.cancelled')}</Notice>
  )
}
