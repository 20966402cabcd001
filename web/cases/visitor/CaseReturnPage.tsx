/**
 * Where a reporter comes back with the code of their case: reads what was answered, says more, brings files. It stands outside the app and asks
 * nothing of this device; nothing is kept here, and a page that is loaded again asks for the code again.
 */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readCode } from '#shared/cases/code.ts'
import type { ReporterCase } from '#shared/cases/publicCase.ts'
import { DescriptionSkeleton } from '../../auth/DescriptionSkeleton.tsx'
import { EntranceForm } from '../../auth/EntranceForm.tsx'
import { useEntranceForm } from '../../auth/useEntranceForm.ts'
import { getCase } from '../../filling/visitor/calls.ts'
import { Frame } from '../../filling/visitor/Frame.tsx'
import { useFormTexts } from '../../filling/visitor/useTexts.ts'
import { RequestError } from '../../lib/requestError.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import styles from './CaseReturnPage.module.css'

const CaseView = lazyPart(() => import('./CaseView.tsx').then(part => part.CaseView))

type Opened = { code: string; found: ReporterCase }

export function CaseReturnPage() {
  const hasTexts = useFormTexts()
  const [opened, setOpened] = useState<Opened>()
  const { company_name = '', company_logo } = opened?.found ?? {}
  return (
    <Frame company={company_name} logo={company_logo}>
      {!hasTexts ? (
        <DescriptionSkeleton />
      ) : opened ? (
        <CaseView
          {...opened}
          onChange={found => setOpened({ ...opened, found })}
          onClose={() => setOpened(undefined)}
        />
      ) : (
        <CodeGate onOpened={setOpened} />
      )}
    </Frame>
  )
}

/** Asks for the code; one that was mistyped is told before anybody is asked. */
function CodeGate({ onOpened }: { onOpened: (opened: Opened) => void }) {
  const { t } = useTranslation()
  usePageTitle(t('publicCase.return'))
  const form = useEntranceForm({
    required: ['code'],
    send: async ({ code: typed = '' }) => {
      const code = readCode(typed)
      if (!code) throw new RequestError({ status: 404, code: 'wrong_case_code', message: t('problem.wrong_case_code') })
      onOpened({ code, found: await getCase(code) })
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
