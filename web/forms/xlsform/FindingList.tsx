import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './ImportSheet.module.css'

type Finding = { sheet: string; row: number; column: string; message: string }

/** What was found in a spreadsheet, each with its place there. */
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
        {findings.map(({ sheet, row, column, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={index}>
            <span className={styles.place}>
              {t('xlsform.place', { sheet, row })}
              {column && (
                <>
                  {' · '}
                  <bdi>{column}</bdi>
                </>
              )}
            </span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
