import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { CountBadge } from '../ui/figures/CountBadge.tsx'

/**
 * How many tasks are new, as a badge on their place in the navigation. When there are more than before, the lists are
 * read again.
 */
export function NewTaskCount() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const count = useNewTaskCount()
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) queries.invalidateQueries({ queryKey: api.tasks.key, predicate: isList })
    before.current = count
  }, [count, queries])
  return <CountBadge count={count} words={t('tasks.newCount', { count })} />
}

/** How many of the own open tasks were not looked at yet, asked every 30 seconds (specification, section 9). */
function useNewTaskCount(): number {
  const company_id = useUser()?.company_id ?? 0
  const isWorker = useAbility()('read', 'SentTask')
  const query = useQuery({
    ...api.tasks.newCount.query({ company_id }),
    enabled: company_id > 0 && isWorker,
    refetchInterval: 30_000,
  })
  return query.data?.count ?? 0
}

const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'newCount'
