import { type ReactNode, useEffect, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import styles from './RowFormSheet.module.css'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** The fields in it. */
  names: readonly FieldPath<Values>[]
  isOpenAtFirst?: boolean
  children: ReactNode
}

/**
 * Fields of a form that are seldom needed, folded. A person may fold them again; each try to save that leaves an error
 * in one of them opens them.
 */
export function MoreFields<Values extends FieldValues>({ form, names, isOpenAtFirst, children }: Props<Values>) {
  const { errors, submitCount } = useFormState({ control: form.control })
  const failed = names.some(name => name in errors) ? submitCount : undefined
  return (
    <More isOpenAtFirst={isOpenAtFirst} failed={failed}>
      {children}
    </More>
  )
}

type MoreProps = { isOpenAtFirst?: boolean | undefined; failed?: number | undefined; children: ReactNode }

/** Fields that are seldom needed, folded. They open with each new try that `failed` counts. */
export function More({ isOpenAtFirst, failed, children }: MoreProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isOpenAtFirst ?? false)
  useEffect(() => {
    if (failed !== undefined) setOpen(true)
  }, [failed])
  return (
    <details className={styles.more} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.moreTitle}>{t('common.more')}</summary>
      <div className={styles.moreFields}>{children}</div>
    </details>
  )
}
