import { IconCircleCheck, IconEye, IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/findings/contract.ts'
import { useFormat } from '../lib/format.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import styles from './Chain.module.css'

/** What came after the task of a finding: what was done with what shows it, and who looked again. Nothing before that. */
export function Chain({ finding: { done, recheck } }: { finding: Finding }) {
  const { t } = useTranslation()
  const format = useFormat()
  const Looked = recheck?.state === 'failed' ? IconRepeat : IconEye
  return (
    <ol className={styles.chain} aria-label={t('findings.chain')}>
      {done && (
        <li className={styles.link}>
          <IconCircleCheck size={18} />
          <div className={styles.words}>
            <span>
              {t('findings.done', { by: done.by ?? '' })} · <LocalTime value={done.at} as="relative" />
            </span>
            {done.note && <bdi className={styles.note}>{done.note}</bdi>}
            {done.photos.length > 0 && (
              <span className={styles.photos}>
                {done.photos.map(({ path }, index) => (
                  <PhotoThumb
                    key={path}
                    src={`/storage/${path}`}
                    alt={t('findings.photoOf', { number: format.number(index + 1) })}
                    size={56}
                  />
                ))}
              </span>
            )}
          </div>
        </li>
      )}
      {recheck && (
        <li className={styles.link} data-state={recheck.state}>
          <Looked size={18} aria-hidden />
          <span className={styles.words}>
            {recheck.at === null ? (
              t(`findings.rechecks.${recheck.state}`, { by: recheck.by })
            ) : (
              <span>
                <PathLink href={`/submission/view/${recheck.submission_id}`}>
                  {t(`findings.rechecks.${recheck.state}`, { by: recheck.by })}
                </PathLink>{' '}
                · <LocalTime value={recheck.at} as="relative" />
              </span>
            )}
          </span>
        </li>
      )}
    </ol>
  )
}
