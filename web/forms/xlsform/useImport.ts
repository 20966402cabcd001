import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newKey } from '../../lib/attemptKey.ts'
import { formsApi } from '../api.ts'

/** Sends an XLSForm; the same file tried again after a lost connection makes no second form. */
export function useImport() {
  const queries = useQueryClient()
  const importing = useMutation({
    mutationFn: ({ file, uuid }: { file: File; uuid: string }) => formsApi.importFile({ uuid }, { files: { file } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['forms', 'list'] }),
  })
  return {
    start: (file: File) => importing.mutate({ file, uuid: newKey() }),
    file: importing.variables?.file,
    isReading: importing.isPending,
    error: importing.error,
    result: importing.data,
  }
}
