import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Paper } from '#shared/certificates/contract.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import styles from '../ui/log/Log.module.css'
import { tellUndo } from '../ui/toast.tsx'
import { PaperEnd } from './PaperEnd.tsx'
import { PaperScans } from './PaperScans.tsx'

type Props = { paper: Paper; isNamed?: boolean; onChange: (isRenewal: boolean) => void }

/** One paper; `isNamed` says whose it is, where that is not clear from the page. */
export function PaperEntry({ paper, isNamed, onChange }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // Whether its vehicle can go follows from it.
  const read = () =>
    Promise.all([api.papers, api.vehicles].map(({ key }) => queries.invalidateQueries({ queryKey: key })))
  const id = `paper-${paper.id}`
  // Whoever comes from the calendar sees the one that was meant.
  const arrive = useCallback(
    (row: HTMLElement | null) => {
      if (location.hash === `#${id}`) row?.scrollIntoView({ block: 'center' })
    },
    [id],
  )
  const restoring = useMutation({ mutationFn: () => api.papers.restore({ id: paper.id }), onSuccess: read })
  const archiving = useMutation({
    mutationFn: () => api.papers.remove({ id: paper.id }),
    async onSuccess() {
      await read()
      tellUndo(t('papers.archived'), t('common.undo'), () => restoring.mutate())
    },
  })
  const said = [paper.number, paper.issuer, paper.journey_class && t(`papers.journeyClasses.${paper.journey_class}`)]
  return (
    <li ref={arrive} id={id} className={styles.entry}>
      <div className={styles.line}>
        <strong>{t(`papers.kinds.${paper.kind}`)}</strong>
        <PaperEnd paper={paper} />
      </div>
      {isNamed && <bdi>{paper.vehicle_name ?? paper.holder_name ?? t('papers.of.company')}</bdi>}
      <div className={styles.line}>
        {said.filter(Boolean).map(word => (
          <bdi key={word} className={styles.quiet}>
            {word}
          </bdi>
        ))}
      </div>
      {paper.note && (
        <p className={styles.words} dir="auto">
          {paper.note}
        </p>
      )}
      <PaperScans paper={paper} />
      <div className={styles.line}>
        <Can I="update" a="Paper" row={paper}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(false)}>
            {t('common.edit')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(true)}>
            {t('papers.renew')}
          </Button>
        </Can>
        <Can I="delete" a="Paper" row={paper}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={archiving.isPending}
            onClick={() => archiving.mutate()}
          >
            {t('common.archive')}
          </Button>
        </Can>
      </div>
    </li>
  )
}
