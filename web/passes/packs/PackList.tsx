import { Button, Progress } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassPack } from '#shared/passes/packs.ts'
import { formatSize } from '#shared/submissions/givenFiles.ts'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import styles from './PackList.module.css'

const looks = { waiting: 'info', working: 'info', ready: 'ok', failed: 'stop' } as const

/** Whether something is still being made, so that its progress is asked for again. */
export const isUnderWay = ({ state }: PassPack): boolean => state === 'waiting' || state === 'working'
export const betweenLooks = 1_500

type Props<Pack> = {
  packs: Pack[]
  error: unknown
  isBeginning: boolean
  /** Not given where the reader asks for none. */
  onBegin?: (() => void) | undefined
  /** The button by which one that is ready is downloaded. */
  download: (pack: Pack) => ReactNode
}

/** The packs of a pass, as company and inspector see them: how far each is, its file, and by what it is compared. */
export function PackList<Pack extends PassPack>({ packs, error, isBeginning, onBegin, download }: Props<Pack>) {
  const { t } = useTranslation()
  const isMaking = packs.some(isUnderWay)
  return (
    <section aria-labelledby="pass-packs" className={styles.section}>
      <h2 id="pass-packs">{t('passes.pack.title')}</h2>
      <p>{t('passes.pack.text')}</p>
      {error !== null && (
        <Notice kind="stop">
          <ProblemText error={error} />
        </Notice>
      )}
      {onBegin && (
        <Button
          variant="default"
          leftSection={<IconPackage size={20} />}
          loading={isBeginning}
          disabled={isMaking}
          onClick={onBegin}
        >
          {t(packs.length > 0 ? 'passes.pack.again' : 'passes.pack.make')}
        </Button>
      )}
      {packs.length > 0 && (
        <ul className={styles.list}>
          {packs.map(pack => (
            <li key={pack.id}>
              <PackRow pack={pack} />
              {pack.state === 'ready' && download(pack)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PackRow({ pack }: { pack: PassPack }) {
  const { t } = useTranslation()
  const format = useFormat()
  const progress = t('passes.pack.progress', { done: format.number(pack.done), total: format.number(pack.total) })
  const about = [
    format.dateTime(pack.created_at),
    t(pack.by_holder ? 'passes.pack.byHolder' : 'passes.pack.byCompany'),
    pack.size === null ? '' : formatSize(pack.size, format),
    pack.state === 'ready' && pack.expires_at ? t('passes.pack.until', { time: format.dateTime(pack.expires_at) }) : '',
  ]
  return (
    <>
      <div className={styles.line} role="status">
        <span>{about.filter(Boolean).join(' · ')}</span>
        <StatusBadge status={looks[pack.state]}>{t(`passes.pack.states.${pack.state}`)}</StatusBadge>
      </div>
      {pack.state === 'working' && (
        <>
          <Progress value={pack.total > 0 ? (100 * pack.done) / pack.total : 0} aria-label={progress} />
          <span className={styles.dimmed}>{progress}</span>
        </>
      )}
      {pack.sha256 && (
        <span className={styles.dimmed}>
          {t('passes.pack.checksum')}{' '}
          <bdi dir="ltr" className={styles.hash}>
            {pack.sha256}
          </bdi>
        </span>
      )}
    </>
  )
}
