import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import styles from './NewTaskCount.module.css'
import { useNewTaskCount } from './queries.ts'

/** How many tasks are new, as a badge on their place in the navigation. When there are more than before, the lists are read again. */
export function NewTaskCount() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const count = useNewTaskCount()
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) queries.invalidateQueries({ queryKey: ['tasks'], predicate: isList })
    before.current = count
  }, [count, queries])
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden>{format.number(count)}</span>
      <VisuallyHidden>{t('tasks.newCount', { count })}</VisuallyHidden>
    </span>
  )
}

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'newCount'
