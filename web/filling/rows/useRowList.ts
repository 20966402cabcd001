import { useTranslation } from 'react-i18next'
import type { Repeat } from '#shared/forms/definition.ts'
import type { Draft } from '../../answers/draft/Draft.ts'
import { useDraft, useRows } from '../../answers/draft/DraftContext.tsx'
import { newKey } from '../../lib/attemptKey.ts'
import { tellUndo } from '../../ui/toast.tsx'
import { useRowName } from './useRowName.ts'

/** What a person can do with the rows of a repeat. Answers of a row that went away stay, so that undoing brings them back. */
export function useRowList(repeat: Repeat, key: string) {
  const { t } = useTranslation()
  const draft = useDraft()
  const around = useRows()
  const rowName = useRowName()
  const now = () => draft.state.rows(key)
  const put = (rows: readonly string[]) => setRows(draft, key, rows)
  return {
    /** A new row at the end; its id. */
    add() {
      const id = newKey()
      put([...now(), id])
      return id
    },
    remove(row: string) {
      const [index, name] = [now().indexOf(row), rowName(repeat, [...around, row])]
      put(now().filter(id => id !== row))
      void tellUndo(t('filling.rows.removed', { name }), t('common.undo'), () => {
        if (!now().includes(row)) put([...now()].toSpliced(index, 0, row))
      })
    },
    move(row: string, by: 1 | -1) {
      const rows = [...now()]
      const from = rows.indexOf(row)
      const to = from + by
      if (from < 0 || to < 0 || to >= rows.length) return
      rows.splice(from, 1)
      rows.splice(to, 0, row)
      put(rows)
    },
  }
}

export const setRows = (draft: Draft, key: string, rows: readonly string[]): void =>
  draft.setValue({ id: key }, rows.length > 0 ? [...rows] : undefined)
