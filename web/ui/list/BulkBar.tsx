import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import { currentFormats, useFormat } from '../../lib/format.ts'
import { useSite } from '../../lib/site.ts'
import { tellProblem } from '../toast.tsx'
import styles from './BulkBar.module.css'

/** A bar at the foot of the list with the actions for the picked rows; on phones behind one button. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const format = useFormat()
  const { elsewhere } = selection
  if (selection.ids.size === 0) return null
  return (
    <section className={styles.bar} aria-label={t('common.selected', { count: selection.ids.size })}>
      <span className={styles.count}>
        {t('common.selected', { count: selection.ids.size })}
        {elsewhere > 0 && ` · ${t('common.selectedElsewhere', { number: format.number(elsewhere) })}`}
      </span>
      <Button
        className={styles.more}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={isOpen ? <IconChevronDown size={18} /> : <IconChevronUp size={18} />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('common.withSelected')}
      </Button>
      <div id={id} className={styles.acts} data-open={isOpen || undefined}>
        {children}
        <Button variant="subtle" color="gray" onClick={selection.clear}>
          {t('common.clearSelection')}
        </Button>
      </div>
    </section>
  )
}

/**
 * The picked rows of a list, whichever of its pages they were picked on: `useSelectedRows<Form>(api.forms.list.key,
 * selection)`. None is left out: a page that was dropped from memory leaves its rows as they were when they were
 * picked.
 */
export function useSelectedRows<Row extends { id: number }>(queryKey: QueryKey, selection: Selection): Row[] {
  const pages = useQueryClient().getQueriesData<Page<Row>>({ queryKey })
  const rows = new Map(pages.flatMap(([, page]) => page?.data ?? []).map(row => [row.id, row]))
  return selection.rows.map(row => rows.get(row.id) ?? (row as Row))
}

type Row = { id: number }

export type Selection = ReturnType<typeof useSelection>

/** Parameters of an address that change neither the rows nor the selection. */
const ofThePage = ['page', 'per_page', 'sort', 'view', 'columns']

/**
 * Which rows of a list are picked for a bulk action, as they were when they were picked. It lasts over pages and
 * filters until cleared; `search` is what the address narrows the list to.
 */
export function useSelection(search: object = {}) {
  const [picked, setPicked] = useState<ReadonlyMap<number, { row: Row; filters: string }>>(new Map())
  const filters = JSON.stringify([useSite(), ...Object.entries(search).filter(([name]) => !ofThePage.includes(name))])
  const has = (id: number) => picked.has(id)
  const hasAll = (rows: Row[] = []) => rows.length > 0 && rows.every(row => has(row.id))
  function change(rows: Row[], isPicked: boolean) {
    const next = new Map(picked)
    for (const row of rows) isPicked ? next.set(row.id, { row, filters }) : next.delete(row.id)
    setPicked(next)
  }
  return {
    ids: new Set(picked.keys()) as ReadonlySet<number>,
    rows: [...picked.values()].map(({ row }) => row),
    /** How many were picked while the list was narrowed in another way. */
    elsewhere: [...picked.values()].filter(one => one.filters !== filters).length,
    has,
    hasAll,
    hasSome: (rows: Row[] = []) => rows.some(row => has(row.id)) && !hasAll(rows),
    toggle: (row: Row) => change([row], !has(row.id)),
    toggleAll: (rows: Row[] = []) => change(rows, !hasAll(rows)),
    clear: () => setPicked(new Map()),
  }
}

type Each<Row> = { row: Row; error?: unknown }

/**
 * Does it for one row after the other; those that cannot be changed do not stop the others. Tells what went wrong with
 * which, the first reason alone, and throws only where nothing worked. Answers the rows that it was done for.
 */
export async function runBulkAction<Row>(
  rows: Row[],
  nameOf: (row: Row) => string,
  act: (row: Row) => Promise<unknown>,
): Promise<Row[]> {
  const results: Each<Row>[] = []
  for (const row of rows) {
    await act(row).then(
      () => results.push({ row }),
      error => results.push({ row, error }),
    )
  }
  const failed = results.filter(({ error }) => error !== undefined)
  if (failed.length === rows.length && failed[0]) throw failed[0].error
  if (failed[0]) {
    const names = currentFormats().commas(failed.map(({ row }) => nameOf(row)))
    tellProblem(failed[0].error, reason => i18next.t('common.someFailed', { names, reason }))
  }
  return results.filter(({ error }) => error === undefined).map(({ row }) => row)
}
