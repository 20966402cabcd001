import { type ReactNode, useEffect, useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import styles from './RowFormSheet.module.css'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** The fields that stand in it. */
  names: readonly FieldPath<Values>[]
  isOpenAtFirst?: boolean
  children: ReactNode
}

/**
 * Fields of a form that are seldom needed, folded. A person may fold them again; each try to save that leaves an error
 * in one of them opens them.
 */
export function MoreFields<Values extends FieldValues>({ form, names, isOpenAtFirst, children }: Props<Values>) {
  const { t } = useTranslation()
  const { errors, submitCount } = useFormState({ control: form.control })
  const [isOpen, setOpen] = useState(isOpenAtFirst ?? false)
  const hasError = names.some(name => name in errors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: An error of another try is a new one.
  useEffect(() => {
    if (hasError) setOpen(true)
  }, [hasError, submitCount])
  return (
    <details className={styles.more} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.moreTitle}>{t('common.more')}</summary>
      <div className={styles.moreFields}>{children}</div>
    </details>
  )
}
