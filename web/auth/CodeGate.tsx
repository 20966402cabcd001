import { PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readCode } from '#shared/cases/code.ts'
import { RequestError } from '../lib/requestError.ts'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import styles from './CodeGate.module.css'
import { EntranceForm, useEntranceForm } from './EntranceForm.tsx'

/** Asks a reporter for the code of their case; one that was mistyped is told before anybody is asked. */
export function CodeGate({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const { t } = useTranslation()
  usePageTitle(t('publicCase.return'))
  const form = useEntranceForm({
    required: ['code'],
    send: async ({ code: typed = '' }) => {
      const code = readCode(typed)
      if (!code) throw new RequestError({ status: 404, code: 'wrong_case_code', message: t('problem.wrong_case_code') })
      await onCode(code)
    },
  })
  return (
    <section className={styles.gate}>
      <h1 className={styles.title}>{t('publicCase.return')}</h1>
      <p className={styles.text}>{t('publicCase.returnText')}</p>
      <EntranceForm form={form} submit={t('publicCase.open')}>
        <TextInput
          label={t('publicCase.code')}
          name="code"
          error={form.errorOf('code')}
          size="lg"
          dir="ltr"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </EntranceForm>
    </section>
  )
}

type Props = {
  company: string
  /** Title and text of the gate, where it does not open a form. */
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
    send: async ({ pin = '' }) => onPin((await import('#shared/lib/folding.ts')).foldCode(pin)),
  })
  usePageTitle(title ?? t('public.pin.title'))
  return (
    <section className={styles.pinGateGate}>
      <h1 className={styles.pinGateTitle}>{title ?? t('public.pin.title')}</h1>
      <p className={styles.pinGateText}>{company ? t('public.pin.text', { company }) : t('public.pin.textAlone')}</p>
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
