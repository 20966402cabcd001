import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../api.ts'
import { newKey } from '../../../../lib/attemptKey.ts'
import { errorText } from '../../../../lib/errorText.ts'
import { RequestError } from '../../../../lib/requestError.ts'
import { useChangeDefinition } from '../../EditingContext.tsx'
import { withTable } from '../../structure/tables.ts'

/** Keeps a file on the server and names it in the form: another content is another table under the same name. */
export function useAddTable() {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const adding = useMutation({
    mutationFn: ({ file }: { file: File; name: string }) => api.forms.addTable({ uuid: newKey() }, { files: { file } }),
    onSuccess: (stored, { name }) => change(before => withTable(before, { name, ...stored })),
    // Said in place.
    onError: () => undefined,
  })
  const { error } = adding
  const said = error instanceof RequestError ? error.errors.file?.join(' ') : undefined
  return {
    add: (file: File, name: string) => adding.mutate({ file, name }),
    isAdding: adding.isPending,
    problem: error ? (said ?? errorText(error, t)) : undefined,
  }
}
