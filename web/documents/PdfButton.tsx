import { Button, Loader } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import type { WantedPdf } from './commands.ts'

type Props = { wanted: WantedPdf; text: string; icon?: ReactNode; variant?: 'default'; isDisabled?: boolean }

/** Has something made as a PDF in the reader's language, says how far that is, and saves it. */
export function PdfButton({ wanted, text, icon = <IconFileTypePdf size={20} />, variant, isDisabled }: Props) {
  const { save, isPending, step } = usePdf()
  return (
    <Button
      {...(variant && { variant })}
      leftSection={isPending ? <Loader size={18} color="currentColor" aria-hidden /> : icon}
      aria-disabled={isPending}
      disabled={isDisabled ?? false}
      onClick={() => save(wanted)}
    >
      {/* Read out as it goes on, and no wider than the button was. */}
      <span aria-live="polite">{step ?? text}</span>
    </Button>
  )
}

/**
 * Has a PDF made in the reader's language and saves it; `step` is its progress, and a second `save` in between does
 * nothing. `error` is why it failed; characters that cannot be printed are named first, and the next `save` prints
 * without them.
 */
export function usePdf() {
  const { t } = useTranslation()
  const format = useFormat()
  const [steps, setSteps] = useState({ done: 0, total: 0 })
  const isTold = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wanted: WantedPdf) => {
      setSteps({ done: 0, total: 0 })
      const { makeOrTell } = await import('./commands.ts')
      return makeOrTell(isTold, wanted, setSteps)
    },
    onSuccess: ({ content, filename }) => saveFile(content, filename),
  })
  const said = { done: format.number(steps.done), total: format.number(steps.total) }
  const step = isPending && steps.total > 0 ? t('documents.step', said) : undefined
  const save = (wanted: WantedPdf, onSaved?: () => void) => !isPending && mutate(wanted, { onSuccess: onSaved })
  return { save, isPending, step, error }
}
