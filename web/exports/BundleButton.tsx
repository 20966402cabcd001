import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportFilters, exports } from '#shared/exports/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { saveFile } from '../lib/saveFile.ts'
import { tellProblem } from '../ui/toast.tsx'
import styles from './ExportSheet.module.css'

const betweenLooks = 1_000

type Props = { of: Partial<ExportFilters> }

/**
 * Has a submission or a report made into a bundle that proves itself, and saves it as soon as it is there, for people
 * who may take it along. Characters that cannot be printed are said before, and the next press makes it with them.
 */
export function BundleButton(props: Props) {
  return useAbility()('prove', 'Submission') && <Bundle {...props} />
}

function Bundle({ of: filters }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [sofar, setSofar] = useState<{ done: number; total: number } | null>(null)
  const isTold = useRef(false)
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      setSofar(null)
      let made = await beginOrTell(isTold, { format: 'bundle', filters })
      while (made.state === 'waiting' || made.state === 'working') {
        setSofar(made)
        await new Promise(done => setTimeout(done, betweenLooks))
        made = await api.exports.get({ id: made.id })
      }
      if (made.state === 'ready') saveFile(await api.exports.fetch({ id: made.id }), made.filename ?? 'bundle.zip')
      return made
    },
    onError: error => void tellProblem(error),
  })
  const isFailed = data && data.state !== 'ready'
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={20} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('submissions.seal.bundle')}
      </Button>
      <span role="status" className={styles.bundleButtonSaid}>
        {isPending &&
          (sofar && sofar.total > 0
            ? t('submissions.seal.bundleMaking', { done: format.number(sofar.done), total: format.number(sofar.total) })
            : t('submissions.seal.bundleBegun'))}
        {!isPending && isFailed && t('submissions.seal.bundleFailed')}
      </span>
    </>
  )
}

/**
 * Begins an export, but throws `characters_missing` before a bundle is made whose PDFs cannot print some characters.
 * `isTold` keeps that it was said: asked again, the bundle is made with a box for each of them.
 */
export async function beginOrTell(isTold: { current: boolean }, wanted: InputOf<typeof exports.begin>) {
  try {
    return await api.exports.begin({ ...wanted, ...(!isTold.current && { refuse_missing_characters: true }) })
  } catch (error) {
    isTold.current ||= error instanceof RequestError && error.code === 'characters_missing'
    throw error
  }
}
