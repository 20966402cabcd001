import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { nameOfFile } from '../editor/structure/tables.ts'

type Sent = { file: File; uuid: string; tables: { file: File; uuid: string }[] }

export const isTable = ({ name }: File): boolean => /\.csv$/i.test(name)

/** Sends an XLSForm, after the tables that were chosen with it; the same files tried again after a lost connection make no second form. */
export function useImport() {
  const queries = useQueryClient()
  const importing = useMutation({
    mutationFn: async ({ file, uuid, tables }: Sent) => {
      const named: Record<string, string> = {}
      for (const table of tables) {
        await api.forms.addTable({ uuid: table.uuid }, { files: { file: table.file } })
        named[nameOfFile(table.file.name)] = table.uuid
      }
      const beside = tables.length > 0 ? { tables: JSON.stringify(named) } : {}
      return api.forms.importFile({ uuid, ...beside }, { files: { file } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: api.forms.list.key }),
  })
  return {
    start: (file: File, tables: File[]) =>
      importing.mutate({ file, uuid: newKey(), tables: tables.map(table => ({ file: table, uuid: newKey() })) }),
    file: importing.variables?.file,
    isReading: importing.isPending,
    error: importing.error,
    result: importing.data,
  }
}
