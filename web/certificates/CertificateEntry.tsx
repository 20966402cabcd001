import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Certificate, CertificateFile } from '#shared/certificates/contract.ts'
import { certificateState } from '#shared/certificates/rules.ts'
import { formatSize } from '#shared/submissions/givenFiles.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useToday } from '../shell/company.ts'
import { FileLink } from '../ui/FileLink.tsx'
import styles from '../ui/log/Log.module.css'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import paperFilesStyles from './CertificateFiles.module.css'

type Props = { paper: Certificate; isNamed?: boolean; onChange: (isRenewal: boolean) => void }

/** One certificate; `isNamed` says whose it is, where that is not clear from the page. */
export function CertificateEntry({ paper, isNamed, onChange }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // Whether its vehicle can go follows from it.
  const read = () =>
    Promise.all([api.papers, api.vehicles].map(({ key }) => queries.invalidateQueries({ queryKey: key })))
  const id = `paper-${paper.id}`
  // A link from the calendar leads to this one entry.
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
      tellUndo(t('certificates.archived'), t('common.undo'), () => restoring.mutate())
    },
  })
  const said = [
    paper.number,
    paper.issuer,
    paper.journey_class && t(`certificates.journeyClasses.${paper.journey_class}`),
  ]
  return (
    <li ref={arrive} id={id} className={styles.entry}>
      <div className={styles.line}>
        <strong>{t(`certificates.kinds.${paper.kind}`)}</strong>
        <CertificateEnd paper={paper} />
      </div>
      {isNamed && <bdi>{paper.vehicle_name ?? paper.holder_name ?? t('certificates.of.company')}</bdi>}
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
      <CertificateScans paper={paper} />
      <div className={styles.line}>
        <Can I="update" a="Paper" row={paper}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(false)}>
            {t('common.edit')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(true)}>
            {t('certificates.renew')}
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

/** Until when a certificate holds; marked from 30 days before its end. */
function CertificateEnd({ paper }: { paper: Certificate }) {
  const { t } = useTranslation()
  const today = useToday()
  if (paper.valid_until === null) return t('certificates.noEnd')
  const day = <LocalTime value={paper.valid_until} as="date" />
  const state = certificateState(paper.valid_until, today)
  if (state === 'holds') return <span>{day}</span>
  return (
    <StatusBadge status={state === 'ended' ? 'stop' : 'attention'}>
      {t(state === 'ended' ? 'certificates.ended' : 'certificates.endsSoon')} {day}
    </StatusBadge>
  )
}

/** What was scanned of a certificate, and what it was before each renewal. */
function CertificateScans({ paper: { files, earlier } }: { paper: Certificate }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Files files={files} />
      {earlier.length > 0 && (
        <details className={paperFilesStyles.earlier}>
          <summary>{t('certificates.earlier', { number: format.number(earlier.length) })}</summary>
          <ul className={styles.list}>
            {earlier.map(one => (
              <li key={one.renewed_at} className={styles.entry}>
                <div className={styles.line}>
                  {[one.number, one.issuer].filter(Boolean).map(word => (
                    <bdi key={word}>{word}</bdi>
                  ))}
                  {one.valid_until && (
                    <span className={styles.quiet}>
                      {t('certificates.until', { day: format.date(one.valid_until) })}
                    </span>
                  )}
                </div>
                <Files files={one.files} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Files({ files }: { files: CertificateFile[] }) {
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className={paperFilesStyles.shown}>
      {files.map(({ uuid, path, name, size }) => (
        <li key={uuid}>
          <FileLink href={`/storage/${path}`} name={name} size={formatSize(size, format)} />
        </li>
      ))}
    </ul>
  )
}
