import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readCode } from '#shared/cases/code.ts'
import { RequestError } from '../lib/requestError.ts'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import styles from './CodeGate.module.css'
import { EntranceForm } from './EntranceForm.tsx'
import { useEntranceForm } from './useEntranceForm.ts'

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
