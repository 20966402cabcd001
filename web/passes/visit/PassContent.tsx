import { Button, NativeSelect, PasswordInput, UnstyledButton } from '@mantine/core'
import { IconFileSearch, IconNotebook } from '@tabler/icons-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldCode } from '#shared/lib/folding.ts'
import type { PassPage } from '#shared/passes/passPage.ts'
import { type PassKind, passKinds, type SinceMark } from '#shared/passes/rules.ts'
import { useFormat } from '../../lib/format.ts'
import { RequestError } from '../../lib/requestError.ts'
import { registerServiceWorker } from '../../lib/serviceWorker.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LinksOff } from '../../ui/PathLink.tsx'
import { FieldList } from '../../ui/row/FieldList.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Door, PassAddress } from './askPass.ts'
import { EarlierWritten } from './EarlierWritten.tsx'
import { HeldPacks } from './HeldPacks.tsx'
import { dropEnded, dropKept } from './keptPass.ts'
import styles from './Pass.module.css'
import { Population } from './Population.tsx'
import { RecordList } from './RecordList.tsx'
import { RecordView } from './RecordView.tsx'
import { RequestsProvider, useRequests } from './requests/RequestsProvider.tsx'
import { RequestsView } from './requests/RequestsView.tsx'
import { countUnsent, discardUnsent, type Entry, unsentOf } from './writing/unsent.ts'
import { WaitingEntry } from './writing/WaitingEntry.tsx'
import { useWriting, WritingProvider } from './writing/WritingProvider.tsx'
import { WrittenView } from './writing/WrittenView.tsx'

type Props = { pass: PassPage; address: PassAddress; onClosed: (error: unknown) => void }

/** The records of a pass. Which one is open is in the address, so that the device's way back works. */
export function PassContent({ pass, address, onClosed }: Props) {
  const [shown, setShown] = useState(fromHash)
  const record = typeof shown === 'string' ? null : shown
  const [kind, setKind] = useState<PassKind>(record?.kind ?? pass.kinds[0]?.kind ?? 'submission')
  useEffect(() => {
    const follow = () => setShown(fromHash())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const [first, setFirst] = useState<First>(everything)
  const records = useRef<HTMLDivElement>(null)
  const lookAt = (chosen: PassKind, filters: Partial<First>) => {
    setKind(chosen)
    setFirst({ ...everything, ...filters })
    records.current?.scrollIntoView()
    records.current?.focus({ preventScroll: true })
  }
  useEnd(pass, address, onClosed)
  const door: Door = { address, onClosed }
  return (
    <LinksOff value>
      <WritingProvider pass={pass} address={address} onClosed={onClosed}>
        <RequestsProvider door={door}>
          {/* The list stays as it is below a record. */}
          <div hidden={shown !== null}>
            <Intro pass={pass} />
            <WritingWays />
            {pass.renewal && <EarlierWritten door={door} />}
            <SinceLast pass={pass} onChosen={(chosen, since) => lookAt(chosen, { since })} />
            <Population pass={pass} onChosen={(chosen, place) => lookAt(chosen, { place })} />
            <div ref={records} tabIndex={-1} className={styles.records}>
              <KindSelect
                pass={pass}
                kind={kind}
                onChange={chosen => {
                  setKind(chosen)
                  setFirst(everything)
                }}
              />
              <RecordList key={`${kind} ${first.place} ${first.since}`} {...{ pass, kind, first, door }} />
            </div>
            <HeldPacks door={door} isPreview={pass.is_preview} />
          </div>
          {record && <RecordView key={`${record.kind} ${record.id}`} {...record} door={door} />}
          {shown === 'written' && <WrittenView />}
          {shown === 'requests' && <RequestsView />}
        </RequestsProvider>
      </WritingProvider>
    </LinksOff>
  )
}

/** What the list of a kind is filtered by at first: the number that somebody came from. */
type First = { place: string | null; since: SinceMark | null }
const everything: First = { place: null, since: null }

/** Keeps the app for the barn, and drops its copies of the pass at its end, also without a network. */
function useEnd({ ends_at }: PassPage, { id }: PassAddress, onClosed: Props['onClosed']) {
  const ended = useEffectEvent(() => {
    dropKept(id).catch(() => undefined)
    onClosed(new RequestError({ status: 410, code: 'public_link_expired' }))
  })
  useEffect(() => {
    registerServiceWorker()
    dropEnded().catch(() => undefined)
    const left = () => Date.parse(ends_at) - Date.now()
    // A timer stops while the device sleeps.
    const look = () => left() <= 0 && ended()
    document.addEventListener('visibilitychange', look)
    // It takes no more than 24 days; until then somebody opens the page again.
    const timer = left() < 2 ** 31 ? setTimeout(ended, left()) : undefined
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(timer)
    }
  }, [ends_at])
}

/** `#submission-12`, `#written` for what the inspector wrote, or `#requests` for what they asked for. */
function fromHash(): { kind: PassKind; id: number } | 'written' | 'requests' | null {
  if (location.hash === '#written') return 'written'
  if (location.hash === '#requests') return 'requests'
  const [, kind, id] = /^#([a-z_]+)-(\d+)$/.exec(location.hash) ?? []
  const known = passKinds.find(one => one === kind)
  return known ? { kind: known, id: Number(id) } : null
}

function Intro({ pass }: { pass: PassPage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { first_day: from, last_day: to } = pass
  const period =
    from && to
      ? t('passes.periodSaid', { from: format.date(from), to: format.date(to) })
      : from
        ? t('passes.since', { date: format.date(from) })
        : to
          ? t('passes.upTo', { date: format.date(to) })
          : t('passes.everything')
  return (
    <>
      <h1>{t('passes.visit.title', { company: pass.company_name })}</h1>
      {pass.is_preview && <Notice kind="info">{t('passes.previewNotice')}</Notice>}
      <FieldList
        fields={[
          {
            label: t('passes.visit.for'),
            value: <bdi>{[pass.holder_name, pass.holder_office].filter(Boolean).join(' · ')}</bdi>,
          },
          {
            label: t('passes.visit.places'),
            value: pass.places ? <bdi>{format.commas(pass.places)}</bdi> : t('passes.visit.whole'),
          },
          { label: t('passes.period'), value: period },
          { label: t('passes.visit.asOf'), value: format.dateTime(pass.as_of) },
          { label: t('passes.visit.until'), value: format.dateTime(pass.ends_at) },
        ]}
      />
      <p>
        {!pass.shows_names && <>{t('passes.visit.replaced')} </>}
        {t('passes.visit.logged')}
      </p>
    </>
  )
}

type KindProps = { pass: PassPage; kind: PassKind; onChange: (kind: PassKind) => void }

function KindSelect({ pass, kind, onChange }: KindProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <NativeSelect
      className={styles.kinds ?? ''}
      label={t('passes.records')}
      value={kind}
      onChange={event => onChange(event.currentTarget.value as PassKind)}
      data={pass.kinds.map(found => ({
        value: found.kind,
        label: `${t(`passes.kinds.${found.kind}`)} (${format.number(found.count)})`,
      }))}
    />
  )
}

/** What was not sent before the pass was over: shown to be copied, and dropped when somebody says so. */
export function UnsentAfterEnd({ address }: { address: PassAddress }) {
  const { t } = useTranslation()
  const [count, setCount] = useState(0)
  const [entries, setEntries] = useState<Entry[] | null>(null)
  const [pin, setPin] = useState('')
  const read = (by: string | null) =>
    unsentOf({ ...address, pin: by })
      .then(unsent => unsent.entries())
      // Under another PIN nothing can be read.
      .catch(() => null)
      .then(setEntries)
  useEffect(() => {
    let isLeft = false
    void countUnsent(address.id).then(found => isLeft || setCount(found))
    void unsentOf(address)
      .then(unsent => unsent.entries())
      .catch(() => null)
      .then(found => isLeft || setEntries(found))
    return () => {
      isLeft = true
    }
  }, [address])
  if (count === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void read(foldCode(pin))
  }
  return (
    <>
      <Notice kind="attention">{t('passes.written.endedUnsent')}</Notice>
      {entries ? (
        <ul className={styles.list}>
          {entries.map(entry => (
            <WaitingEntry key={entry.body.uuid} entry={entry} onDiscard={null} />
          ))}
        </ul>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <PasswordInput
            label={t('passes.pin')}
            description={t('passes.written.unsentPin')}
            inputMode="numeric"
            maxLength={12}
            value={pin}
            onChange={event => setPin(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('passes.visit.open')}
          </Button>
        </form>
      )}
      <ConfirmButton
        question={t('passes.written.discardQuestion')}
        confirmText={t('passes.written.discard')}
        onConfirm={() => void discardUnsent(address.id).then(() => setCount(0))}
      >
        {t('passes.written.discard')}
      </ConfirmButton>
    </>
  )
}

type SinceLastProps = { pass: PassPage; onChosen: (kind: PassKind, mark: SinceMark) => void }

/** News and changes since the pass that this one renews. A number leads to its records. */
function SinceLast({ pass: { renewal, kinds }, onChosen }: SinceLastProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!renewal) return null
  const changed = kinds.flatMap(({ kind }) => {
    const counts = renewal.counts.filter(one => one.kind === kind)
    return counts.length > 0 ? [{ kind, counts }] : []
  })
  return (
    <section className={styles.population} aria-labelledby="pass-since">
      <h2 id="pass-since">{t('passes.visit.since.title')}</h2>
      <p className={styles.quiet}>{t('passes.visit.since.hint', { date: format.dateTime(renewal.since) })}</p>
      {changed.length === 0 && <p>{t('passes.visit.since.none')}</p>}
      <ul className={styles.places}>
        {changed.map(({ kind, counts }) => (
          <li key={kind} className={styles.place}>
            <span className={styles.placeName}>{t(`passes.kinds.${kind}`)}</span>
            <span className={styles.counts}>
              {counts.map(({ mark, count }) => (
                <UnstyledButton key={mark} className={styles.count} onClick={() => onChosen(kind, mark)}>
                  {t(`passes.visit.since.${mark}`)} <strong>{format.number(count)}</strong>
                </UnstyledButton>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The ways to the inspector's own findings and requests, with how many are open and whether something is not sent. */
function WritingWays() {
  const { t } = useTranslation()
  const format = useFormat()
  const { waiting: unsent } = useWriting()
  const { requests, waiting } = useRequests()
  const open = requests.filter(({ state }) => state === 'open').length + waiting.length
  return (
    <div className={styles.buttons}>
      <Button component="a" href="#written" leftSection={<IconNotebook size={20} aria-hidden />}>
        {t('passes.written.own')}
      </Button>
      <Button
        component="a"
        href="#requests"
        variant="default"
        leftSection={<IconFileSearch size={20} aria-hidden />}
        rightSection={
          open > 0 ? `${t('passes.requests.states.open')}${t('common.colon')} ${format.number(open)}` : undefined
        }
      >
        {t('passes.requests.title')}
      </Button>
      {unsent.length > 0 && <StatusBadge status="attention">{t('passes.written.notSent')}</StatusBadge>}
    </div>
  )
}
