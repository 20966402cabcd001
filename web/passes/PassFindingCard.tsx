import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassClosing, PassFinding } from '#shared/passes/passWriting.ts'
import { useFormat } from '../lib/format.ts'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './visit/Pass.module.css'

type Props = {
  finding: Omit<PassFinding, 'record_title'>
  /** The record that it is about, and for managers the task. */
  about: ReactNode
}

/** A finding of an inspector with how far it is, for them and for managers. */
export function PassFindingCard({ finding, about }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { text, severity, due_on, location, state, end, photos, device_time, written_at } = finding
  const said = (label: string, value: string) => `${label}${t('common.colon')} ${value}`
  const tone = state === 'open' ? (severity === 'critical' ? 'stop' : 'attention') : 'ok'
  return (
    <li className={styles.row}>
      <span className={styles.name} dir="auto">
        {text}
      </span>
      <span className={styles.badge}>
        <StatusBadge status={tone}>{t(`passes.written.states.${state}`)}</StatusBadge>
      </span>
      {about}
      <span className={styles.about}>
        <bdi>
          {[
            t(`findings.severities.${severity}`),
            said(t('passes.written.due'), format.date(due_on)),
            ...(location ? [location] : []),
          ].join(' · ')}
        </bdi>
        <bdi>{said(t('passes.facts.deviceTime'), format.dateTime(device_time))}</bdi>
        <bdi>{said(t('passes.facts.serverTime'), format.dateTime(written_at))}</bdi>
      </span>
      <Photos photos={photos} />
      {end && (
        <FieldList
          fields={[
            { label: t('passes.facts.doneAt'), value: format.dateTime(end.at) },
            { label: t('passes.facts.doneBy'), value: end.person },
            { label: t('passes.written.whatWasDone'), value: end.note },
          ]}
        />
      )}
      {end && <Photos photos={end.photos} />}
    </li>
  )
}

function Photos({ photos }: { photos: { address: string }[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (photos.length === 0) return null
  return (
    <div className={styles.photos}>
      {photos.map(({ address }, at) => (
        <PhotoThumb
          key={address}
          src={address}
          alt={t('passes.visit.photoOf', { number: format.number(at + 1) })}
          size={88}
        />
      ))}
    </div>
  )
}

/** The closing note with its signature. */
export function PassNote({ closing: { text, signed_by, signature, device_time } }: { closing: PassClosing }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section aria-labelledby="closing-note">
      <h2 id="closing-note">{t('passes.written.closing')}</h2>
      {text && (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      )}
      <img src={signature.address} alt={t('filling.signature.drawn')} className={styles.signature} />
      <p>{t('passes.written.signed', { name: signed_by, date: format.dateTime(device_time) })}</p>
    </section>
  )
}
