import { Box, Button, FileButton, Text, Title } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verification } from '#shared/sealing/contract.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { RequestError } from '../../lib/requestError.ts'
import { Notice } from '../../ui/Notice.tsx'

/** It is read into memory to be hashed. */
const maxBytes = 100_000_000

type Result =
  | { filename: string; is: 'same' | 'other' | 'gone' | 'unknown' | 'large' | 'insecure' }
  | { failure: unknown }

type Props = {
  /** Asks by the SHA-256 of a file. */
  compare: (sha256: string) => Promise<Verification>
  onFound: (found: Verification) => void
  /** There is no address that says which document it should be. */
  isAlone: boolean
}

/** Says whether a file is the one that was sealed. It stays on the device: what is sent is its hash. */
export function CompareFile({ compare, onFound, isAlone }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()

  async function take(file: File | null) {
    if (!file) return
    setBusy(true)
    setResult(await judge(file))
    setBusy(false)
  }

  async function judge(file: File): Promise<Result> {
    const filename = file.name
    if (file.size > maxBytes) return { filename, is: 'large' }
    try {
      // Withheld on plain http from another machine.
      if (!crypto.subtle) return { filename, is: 'insecure' }
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      const found = await compare(
        Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join(''),
      )
      onFound(found)
      const { is_same_file: isSame } = found
      return { filename, is: isSame === null ? 'gone' : isSame ? 'same' : 'other' }
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return { filename, is: 'unknown' }
      return { failure: error }
    }
  }

  return (
    <section aria-labelledby="compare">
      <Title order={2} size="h4" id="compare">
        {t('verify.file.title')}
      </Title>
      {isAlone && (
        <Text c="dimmed" my="sm">
          {t('verify.file.alone')}
        </Text>
      )}
      <Text c="dimmed" my="sm">
        {t('verify.file.text')}
      </Text>
      <FileButton onChange={take} accept="application/pdf,.pdf">
        {props => (
          <Button {...props} variant="default" fullWidth loading={isBusy} leftSection={<IconFileTypePdf size={20} />}>
            {t('verify.file.choose')}
          </Button>
        )}
      </FileButton>
      <Box mt="sm">
        {result &&
          ('failure' in result ? (
            <Notice kind="stop">{errorText(result.failure, t)}</Notice>
          ) : (
            <Notice kind={result.is === 'same' ? 'ok' : ['gone', 'insecure'].includes(result.is) ? 'info' : 'stop'}>
              {t(`verify.file.${result.is}`, {
                filename: result.filename,
                size: format.number(maxBytes / 1_000_000, { style: 'unit', unit: 'megabyte' }),
              })}
            </Notice>
          ))}
      </Box>
    </section>
  )
}
