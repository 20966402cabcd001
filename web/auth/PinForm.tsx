import { useTranslation } from 'react-i18next'
import { forgetPhone, type Phone } from '../lib/phone.ts'
import { RequestError } from '../lib/requestError.ts'
import { loginPin } from '../lib/signIn.ts'
import { EntranceForm } from './EntranceForm.tsx'
import { PinField } from './PinField.tsx'
import { useEntranceForm } from './useEntranceForm.ts'

type Props = {
  phone: Phone
  onSignedIn: () => Promise<void>
  /** Five wrong PINs, or the manager ended it: this phone opens nothing any more. */
  onEnded: () => void
}

/** The PIN of the worker whose phone this is. */
export function PinForm({ phone, onSignedIn, onEnded }: Props) {
  const { t } = useTranslation()
  const form = useEntranceForm({
    required: ['pin'],
    async send({ pin = '' }) {
      try {
        await loginPin({ device: phone.device, pin })
      } catch (error) {
        if (!(error instanceof RequestError && error.code === 'enrolment_ended')) throw error
        forgetPhone()
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
