import { Button, Loader } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { WantedPdf } from './commands.ts'
import { usePdf } from './usePdf.ts'

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
