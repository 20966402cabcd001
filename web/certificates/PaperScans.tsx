import { useTranslation } from 'react-i18next'
import type { Paper, PaperFile } from '#shared/certificates/contract.ts'
import { sizeInWords } from '#shared/submissions/givenFiles.ts'
import { useFormat } from '../lib/format.ts'
import { FileLink } from '../ui/FileLink.tsx'
import log from '../ui/log/Log.module.css'
import styles from './PaperFiles.module.css'

/** What was scanned of a paper, and what it was before each renewal. */
export function PaperScans({ paper: { files, earlier } }: { paper: Paper }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Files files={files} />
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('papers.earlier', { number: format.number(earlier.length) })}</summary>
          <ul className={log.list}>
            {earlier.map(one => (
              <li key={one.renewed_at} className={log.entry}>
                <div className={log.line}>
                  {[one.number, one.issuer].filter(Boolean).map(word => (
                    <bdi key={word}>{word}</bdi>
                  ))}
                  {one.valid_until && (
                    <span className={log.quiet}>{t('papers.until', { day: format.date(one.valid_until) })}</span>
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

function Files({ files }: { files: PaperFile[] }) {
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <ul className={styles.shown}>
      {files.map(({ uuid, path, name, size }) => (
        <li key={uuid}>
          <FileLink href={`/storage/${path}`} name={name} size={sizeInWords(size, format)} />
        </li>
      ))}
    </ul>
  )
}
