import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './EntranceCard.module.css'
import type { useEntranceForm } from './useEntranceForm.ts'

type Props = {
  form: ReturnType<typeof useEntranceForm>
  /** The verb of its one button. */
  submit: string
  /** It stands in a page among others: its button is as wide as its word. */
  isInPage?: boolean
  children: ReactNode
}

/** What went wrong, the fields, and one button. */
export function EntranceForm({ form, submit, isInPage, children }: Props) {
  const { t } = useTranslation()
  return (
    <form {...form.formProps} className={styles.form}>
      {form.problem && <Notice kind="stop">{errorText(form.problem, t)}</Notice>}
      {children}
      {isInPage ? (
        <div>
          <Button type="submit" loading={form.isBusy}>
            {submit}
          </Button>
        </div>
      ) : (
        <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
          {submit}
        </Button>
      )}
    </form>
  )
}
