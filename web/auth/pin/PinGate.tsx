import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import { EntranceForm } from '../EntranceForm.tsx'
import { useEntranceForm } from '../useEntranceForm.ts'
import styles from './PinGate.module.css'

type Props = {
  company: string
  /** What is asked for and what it opens, where that is not a form. */
  title?: string
  submit?: string
  onPin: (pin: string) => Promise<void>
}

/** Asks for the PIN of the link, before anything of what it opens is shown. */
export function PinGate({ company, title, submit, onPin }: Props) {
  const { t } = useTranslation()
  const form = useEntranceForm({
    required: ['pin'],
    // Sent in a header, which takes no digits but those of the West.
    send: async ({ pin = '' }) => onPin((await import('#shared/lib/folding.ts')).foldedCode(pin)),
  })
  usePageTitle(title ?? t('public.pin.title'))
  return (
    <section className={styles.gate}>
      <h1 className={styles.title}>{title ?? t('public.pin.title')}</h1>
      <p className={styles.text}>{company ? t('public.pin.text', { company }) : t('public.pin.textAlone')}</p>
      <EntranceForm form={form} submit={submit ?? t('public.pin.submit')}>
        <PasswordInput
          label={t('public.pin.label')}
          name="pin"
          error={form.errorOf('pin')}
          size="lg"
          inputMode="numeric"
          maxLength={12}
          autoComplete="one-time-code"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('auth.pin.show') }}
        />
      </EntranceForm>
    </section>
  )
}
