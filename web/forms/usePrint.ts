import { useMutation } from '@tanstack/react-query'
import { formsApi } from './api.ts'

/** Saves a blank form as a PDF in the reader's language; of one that is being edited, what stands there now. */
export function usePrint(id: number, name: string, isDraft: boolean) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => formsApi.pdf({ id, ...(isDraft && { draft: true }) }),
    onSuccess: content => save(content, `${name}.pdf`),
  })
  return { print: () => mutate(), isPrinting: isPending }
}

function save(content: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
