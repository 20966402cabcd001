import { useTranslation } from 'react-i18next'
import { type DevicePerson, forgetDevice } from '../../lib/people.ts'
import { RequestError } from '../../lib/requestError.ts'
import { loginPin } from '../../lib/session/signIn.ts'
import { EntranceForm } from '../EntranceForm.tsx'
import { useEntranceForm } from '../useEntranceForm.ts'
import { PinField } from './PinField.tsx'

type Props = {
  person: DevicePerson
  onSignedIn: () => Promise<void>
  /** Five wrong PINs, or the manager ended it: this phone opens nothing any more. */
  onEnded: () => void
}

/** The PIN of the worker whose phone this is. */
export function PinForm({ person, onSignedIn, onEnded }: Props) {
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
