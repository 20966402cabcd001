import { Button, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintedDocument } from '#shared/documents/contract.ts'
import { type DocumentKind, givenOnce } from '#shared/documents/rules.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellProblem } from '../ui/toast.tsx'
import styles from './OwnPdfs.module.css'

/** The person's latest PDFs of a kind, or of all, to be saved again while they are kept. */
export function OwnPdfs({ kind }: { kind: DocumentKind }) {
  const { t } = useTranslation()
  const [isAll, setAll] = useState(false)
  const { data } = useQuery({
    ...api.documents.list.query({ ...(!isAll && { kind }), per_page: isAll ? 50 : 10 }),
    placeholderData: keepPreviousData,
  })
  // What is given once is fetched where it was asked for, and gone then.
  const kept = data?.data.filter(made => made.state === 'ready' && !givenOnce.has(made.kind)) ?? []
  if (kept.length === 0 && !isAll) return null
  return (
    <section aria-labelledby="own-pdfs" className={styles.section}>
      <h2 id="own-pdfs" className={styles.heading}>
        {t('documents.own')}
      </h2>
      <Switch
        className={styles.all}
        label={t('documents.allKinds')}
        checked={isAll}
        onChange={event => setAll(event.currentTarget.checked)}
      />
      <ul className={styles.list}>
        {kept.map(made => (
          <OwnPdf key={made.id} made={made} isNamed={isAll} />
        ))}
      </ul>
    </section>
  )
}

function OwnPdf({ made, isNamed }: { made: PrintedDocument; isNamed: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, kind, filename } = made
  const fetching = useMutation({
    mutationFn: () => api.documents.fetch({ id }),
    onSuccess: content => saveFile(content, filename),
    onError: error => void tellProblem(error),
  })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <bdi className={styles.name}>{filename}</bdi>
        <span className={styles.said}>
          {isNamed && kind !== 'case' && `${t(`documents.kinds.${kind}`)} · `}
          <LocalTime value={made.created_at} /> · {t('documents.until', { time: format.date(made.expires_at) })}
        </span>
      </div>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} />}
        loading={fetching.isPending}
        aria-label={t('documents.of', { filename })}
        onClick={() => fetching.mutate()}
      >
        {t('documents.download')}
      </Button>
    </li>
  )
}
