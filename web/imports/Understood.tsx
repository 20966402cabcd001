import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegisterImport } from '#shared/imports/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { Pages } from '../ui/list/Pages.tsx'
import styles from './ImportPage.module.css'

const linesOnAPage = 10

/** What each cell was understood as, with the cell beside it where it looks different. */
export function Understood({ begun }: { begun: RegisterImport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const lines = useQuery({
    ...api.imports.lines.query({ id: begun.id, page, per_page: linesOnAPage }),
    placeholderData: keepPreviousData,
  })
  if (!lines.data) return null
  return (
    <section className={styles.section} aria-labelledby="understood">
      <h2 id="understood" className={styles.heading}>
        {t('imports.understood')}
      </h2>
      <p className={styles.text}>{t('imports.understoodText')}</p>
      <ul className={styles.faults}>
        {lines.data.data.map(({ number, values }) => (
          <li key={number} className={styles.fault}>
            <strong>
              {t('imports.line')} {format.number(number)}
            </strong>
            <dl className={styles.values}>
              {values.map(({ field, cell, value }) => (
                <div key={field} className={styles.value}>
                  <dt>
                    <bdi>{field}</bdi>
                  </dt>
                  <dd>
                    <bdi>{value ?? t('imports.notUnderstood')}</bdi>
                    {cell !== value && (
                      <bdi className={styles.said}>{t('imports.inFile', { cell: cell.slice(0, 100) })}</bdi>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <Pages total={lines.data.meta.last_page} value={page} onChange={setPage} />
    </section>
  )
}
