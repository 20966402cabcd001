import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FindingRows } from './FindingRows.tsx'
import { type Finding, groupedFindings } from './groupedFindings.ts'
import styles from './ImportSheet.module.css'

/** What was found in a spreadsheet, each with its places there. */
export function FindingList({ title, findings }: { title?: string; findings: Finding[] }) {
  const { t } = useTranslation()
  return (
    <section>
      {title && (
        <Title order={3} className={styles.heading}>
          {title}
        </Title>
      )}
      <ul className={styles.findings}>
        {groupedFindings(findings).map(({ sheet, column, message, rows: [row = 1, ...more] }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={index}>
            <span className={styles.place}>
              {more.length > 0 ? <bdi>{sheet}</bdi> : t('xlsform.place', { sheet, row })}
              {column && (
                <>
                  {' · '}
                  <bdi>{column}</bdi>
                </>
              )}
            </span>
            <span>{message}</span>
            {more.length > 0 && <FindingRows rows={[row, ...more]} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
