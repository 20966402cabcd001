import i18next from 'i18next'
import { tellProblem } from '../toast.tsx'

type Each<Row> = { row: Row; error?: unknown }

/**
 * Does it for one row after the other; those that cannot be changed do not stop the others. Tells what went wrong with which, the first
 * reason alone, and throws only where nothing worked. Answers the rows that it was done for.
 */
export async function actOnEach<Row>(
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
    const names = failed.map(({ row }) => nameOf(row)).join(', ')
    tellProblem(failed[0].error, reason => i18next.t('common.someFailed', { names, reason }))
  }
  return results.filter(({ error }) => error === undefined).map(({ row }) => row)
}
