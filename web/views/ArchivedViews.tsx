import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListView, ViewedList } from '#shared/views/contract.ts'
import { api } from '../api.ts'
import { ArchiveSwitch } from '../ui/list/ArchiveSwitch.tsx'
import { tellProblem } from '../ui/toast.tsx'
import styles from './ViewSheet.module.css'

/** The views of a list that were thrown away in the last 30 days, each with the way back. */
export function ArchivedViews({ list }: { list: ViewedList }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const archived = useQuery({ ...api.views.settings.query({ list, archived: true }), enabled: isOpen }).data?.views
  const restoring = useMutation({
    mutationFn: ({ id }: ListView) => api.views.restore({ id }),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.views.settings.key }),
  })
  return (
    <div>
      <ArchiveSwitch isOn={isOpen} onChange={setOpen} />
      {isOpen && archived && (
        <ul className={styles.list}>
          {archived.length === 0 && <li className={styles.hint}>{t('common.nothingFound')}</li>}
          {archived.map(view => (
            <li key={view.id} className={styles.view}>
              <div className={styles.line}>
                <bdi className={styles.archived}>{view.name}</bdi>
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={`${t('common.restore')}: ${view.name}`}
                  loading={restoring.isPending && restoring.variables.id === view.id}
                  onClick={() => restoring.mutate(view)}
                >
                  {t('common.restore')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
