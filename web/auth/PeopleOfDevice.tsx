import { Anchor, Button, PasswordInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DevicePerson, forgetDevice, keptPeople } from '../lib/people.ts'
import { RequestError } from '../lib/requestError.ts'
import { loginPin } from '../lib/session/signIn.ts'
import { EntranceForm, useEntranceForm } from './EntranceForm.tsx'
import styles from './PeopleOfDevice.module.css'

type Props = {
  onChoose: (person: DevicePerson) => void
  onOther: () => void
}

/** People who share this device. Each returns to their own work with a PIN or password. */
export function PeopleOfDevice({ onChoose, onOther }: Props) {
  const { t } = useTranslation()
  const [people] = useState(keptPeople)
  const [waiting, setWaiting] = useState<ReadonlyMap<number, number>>(new Map())
  useEffect(() => {
    import('../lib/pendingByUser.ts').then(async ({ pendingByUser: waitingByPerson }) =>
      setWaiting(await waitingByPerson()),
    )
  }, [])
  return (
    <>
      <ul className={styles.people}>
        {people.map(person => {
          const count = waiting.get(person.user_id) ?? 0
          return (
            <li key={person.device ?? person.user_id}>
              <button type="button" className={styles.person} onClick={() => onChoose(person)}>
                <bdi className={styles.name}>{person.name}</bdi>
                {person.company && <bdi className={styles.company}>{person.company}</bdi>}
                {count > 0 && <span className={styles.waiting}>{t('common.unsent', { count })}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      <Button variant="subtle" fullWidth mt="sm" onClick={onOther}>
        {t('auth.people.other')}
      </Button>
    </>
  )
}

type PinFormProps = {
  person: DevicePerson
  onSignedIn: () => Promise<void>
  /** Five wrong PINs, or the manager ended it: this phone opens nothing any more. */
  onEnded: () => void
}

/** The PIN of the worker whose phone this is. */
export function PinForm({ person, onSignedIn, onEnded }: PinFormProps) {
  const { t } = useTranslation()
  const form = useEntranceForm({
    required: ['pin'],
    async send({ pin = '' }) {
      try {
        await loginPin(person, pin)
      } catch (error) {
        if (!(error instanceof RequestError && error.code === 'enrolment_ended')) throw error
        forgetDevice(person.device ?? '')
        return onEnded()
      }
      await onSignedIn()
    },
  })
  const left = triesLeft(form.problem)
  return (
    <EntranceForm form={form} submit={t('auth.login.submit')}>
      <PinField
        label={t('auth.pin.pin')}
        name="pin"
        error={form.errorOf('pin') ?? (left === undefined ? undefined : t('auth.pin.triesLeft', { count: left }))}
      />
    </EntranceForm>
  )
}

function triesLeft(problem: RequestError | undefined): number | undefined {
  const data = problem?.code === 'wrong_pin' ? problem.data : undefined
  return typeof data === 'object' && data !== null && 'tries_left' in data ? Number(data.tries_left) : undefined
}

type PinFieldProps = {
  label: string
  name: 'pin' | 'pin_again'
  isNew?: boolean
  error: string | undefined
  description?: string
  isFocused?: boolean
}

/** Digits, with the number keys of the phone. */
export function PinField({ isNew, isFocused = false, ...field }: PinFieldProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...field}
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={12}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoFocus={isFocused}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.pin.show') }}
    />
  )
}

/**
 * Link to unsent work on this device, for people who cannot sign in: their account or company may be gone, or there is
 * no network.
 */
export function UnsentLink() {
  const { t } = useTranslation()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    import('../lib/pendingByUser.ts').then(async ({ unsentByUser }) => setThere((await unsentByUser()).size > 0))
  }, [])
  return (
    isThere && (
      <Anchor href="/auth/work" mt="md" display="block">
        {t('auth.work.link')}
      </Anchor>
    )
  )
}
