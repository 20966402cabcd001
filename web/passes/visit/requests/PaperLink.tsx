import { Button } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '#shared/submissions/givenFiles.ts'
import { useFormat } from '../../../lib/format.ts'
import { download } from '../../../lib/objectUrl.ts'
import { useAction } from '../../../lib/useAction.ts'
import { ProblemText } from '../../../ui/texts/ProblemText.tsx'
import { type Door, isOver, passFile } from '../askPass.ts'
import styles from '../Pass.module.css'

type Props = { name: string; size: number; address: string | null; door: Door; closed: string }

/** A document of a pass: opened when it is tapped, which the log notes, and then kept on the device. */
export function PaperLink({ name, size, address, door, closed }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { run, isBusy, error } = useAction(async (wanted: string) => {
    try {
      download(await passFile(door.address, wanted), named(name, wanted))
    } catch (problem) {
      if (isOver(problem)) door.onClosed(problem)
      throw problem
    }
  })
  if (address === null)
    return (
      <span>
        <bdi>{name}</bdi> · {closed}
      </span>
    )
  return (
    <>
      <Button
        variant="default"
        className={styles.paper ?? ''}
        leftSection={<IconFile size={20} />}
        loading={isBusy}
        aria-label={isBusy ? t('passes.requests.opening') : undefined}
        onClick={() => run(address)}
      >
        <bdi className={styles.paperName}>{name}</bdi> <span className={styles.size}>{formatSize(size, format)}</span>
      </Button>
      {error !== undefined && (
        <span role="alert">
          <ProblemText error={error} />
        </span>
      )}
    </>
  )
}

/** "Document 2" has no ending of its own. */
function named(name: string, address: string): string {
  const ending = address.split('.').at(-1) ?? ''
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`
}
