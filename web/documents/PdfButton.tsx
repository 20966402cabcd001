import { Button, Loader } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AskedKind } from '#shared/documents/options.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'

/** Has something made as a PDF in the reader's language, says how far that is, and saves it. */
export function PdfButton({ kind, id, text }: { kind: AskedKind; id: number; text: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [steps, setSteps] = useState({ done: 0, total: 0 })
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      setSteps({ done: 0, total: 0 })
      const { makePdf } = await import('./api.ts')
      return makePdf(kind, id, setSteps)
    },
    onSuccess: ({ content, filename }) => saveFile(content, filename),
  })
  const said = { done: format.number(steps.done), total: format.number(steps.total) }
  return (
    <Button
      leftSection={isPending ? <Loader size={18} color="currentColor" aria-hidden /> : <IconFileTypePdf size={20} />}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      {/* Read out as it goes on, and no wider than the button was. */}
      <span aria-live="polite">{isPending && steps.total > 0 ? t('documents.step', said) : text}</span>
    </Button>
  )
}
