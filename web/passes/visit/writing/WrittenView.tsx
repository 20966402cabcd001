import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconSignature } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassFinding, PassWritten } from '#shared/passes/passWriting.ts'
import { useFormat } from '../../../lib/format.ts'
import { PassFindingCard, PassNote } from '../../PassFindingCard.tsx'
import styles from '../Pass.module.css'
import { ClosingForm } from './ClosingForm.tsx'
import { FindingForm } from './FindingForm.tsx'
import { isOfRequests } from './unsent.ts'
import { WaitingEntry } from './WaitingEntry.tsx'
import { useWriting } from './WritingProvider.tsx'

/** Everything that the inspector wrote: what waits on the device, findings with what came of them, picks, the end. */
export function WrittenView() {
  const { t } = useTranslation()
  const { written, waiting: all, isClosed, discard, look } = useWriting()
  // Requests have a list of their own.
  const waiting = all.filter(entry => !isOfRequests(entry))
  const [form, setForm] = useState<'finding' | 'closing' | null>(null)
  const close = () => setForm(null)
  const lookNow = useEffectEvent(look)
  useEffect(() => lookNow(), [])
  const isEmpty = waiting.length === 0 && written !== null && isNothing(written)
  return (
    <>
      <Button
        className={styles.start ?? ''}
        variant="subtle"
        leftSection={<IconArrowLeft size={18} className={styles.arrow} />}
        onClick={() => history.back()}
      >
        {t('passes.visit.back')}
      </Button>
      <h1>{t('passes.written.own')}</h1>
      {!isClosed && form === null && (
        <div className={styles.buttons}>
          <Button leftSection={<IconAlertTriangle size={20} aria-hidden />} onClick={() => setForm('finding')}>
            {t('passes.written.add')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconSignature size={20} aria-hidden />}
            onClick={() => setForm('closing')}
          >
            {t('passes.written.closing')}
          </Button>
        </div>
      )}
      {form === 'finding' && <FindingForm about={null} onDone={close} />}
      {form === 'closing' && <ClosingForm onDone={close} />}
      {isEmpty && form === null && <p>{t('passes.written.empty')}</p>}
      {waiting.length > 0 && (
        <section aria-labelledby="not-sent">
          <h2 id="not-sent">{t('passes.written.notSent')}</h2>
          {waiting.some(({ refused }) => !refused) && <p>{t('passes.written.notSentText')}</p>}
          <ul className={styles.list}>
            {waiting.map(entry => (
              <WaitingEntry key={entry.body.uuid} entry={entry} onDiscard={() => void discard(entry)} />
            ))}
          </ul>
        </section>
      )}
      {written && <Written written={written} />}
    </>
  )
}

const isNothing = ({ findings, picks, samples, closing }: PassWritten) =>
  findings.length + picks.length + samples.length === 0 && !closing

function Written({ written: { findings, picks, samples, closing } }: { written: PassWritten }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {closing && <PassNote closing={closing} />}
      {findings.length > 0 && (
        <section aria-labelledby="own-findings">
          <h2 id="own-findings">{t('findings.title')}</h2>
          <ul className={styles.list}>
            {findings.map(finding => (
              <PassFindingCard key={finding.uuid} finding={finding} about={<AboutRecord finding={finding} />} />
            ))}
          </ul>
        </section>
      )}
      {picks.length > 0 && (
        <section aria-labelledby="own-picks">
          <h2 id="own-picks">{t('passes.written.picks')}</h2>
          <ul className={styles.list}>
            {picks.map(pick => (
              <li key={pick.uuid} className={styles.row}>
                <AboutRecord finding={pick} />
                <span dir="auto">{pick.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {samples.length > 0 && (
        <section aria-labelledby="own-samples">
          <h2 id="own-samples">{t('passes.written.samples')}</h2>
          <ul className={styles.list}>
            {samples.map(({ at, kind, search, found }) => (
              <li key={at} className={styles.row}>
                <bdi>
                  {t('passes.log.sampled', { kind: t(`passes.kinds.${kind}`), search, all: format.number(found) })}
                </bdi>
                <span className={styles.about}>{format.dateTime(at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The record, as a way to it. */
function AboutRecord({
  finding: { kind, record_id, record_title },
}: {
  finding: Pick<PassFinding, 'kind' | 'record_id' | 'record_title'>
}) {
  const { t } = useTranslation()
  if (kind === null || record_id === null) return null
  return (
    <a href={`#${kind}-${record_id}`}>
      <bdi>{[t(`passes.kinds.${kind}`), record_title].filter(Boolean).join(`${t('common.colon')} `)}</bdi>
    </a>
  )
}
