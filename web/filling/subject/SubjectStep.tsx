/** Before a form: what it is about. Where the company has nothing that it could be about, nobody is asked. */

import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconQrcode, IconSearch, IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { About } from '#shared/forms/definition.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { registry, type SubjectType, subjectKey } from '#shared/subjects/registry.ts'
import { registerNames, useLeftOut } from '../../answers/registerNames.ts'
import { Scanner } from '../../answers/scanning/Scanner.tsx'
import { useAbility } from '../../lib/ability.tsx'
import { useFormat } from '../../lib/format.ts'
import { registerIcons } from '../../subjects/registerIcons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import headerStyles from '../draft/FillingPage.module.css'
import type { FillingSearch } from '../draft/fillingSearch.ts'
import type { Opening } from '../draft/openDraft.ts'
import { FillingSkeleton } from '../pages/PageView.tsx'
import { isSame, matching, meantBy, nearby, type Offered } from './nearby.ts'
import styles from './SubjectStep.module.css'
import { useRecent } from './useRecent.ts'

type Props = { opening: Extract<Opening, { kind: 'subject' }>; search: FillingSearch }

export function SubjectStep({ opening: { form, about }, search }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useOffered(about)
  const isEmpty = found?.offered.length === 0
  const title = textIn(form.name, toLocale(i18n.language), defaultLocale).text
  usePageTitle(title)
  useEffect(() => {
    if (isEmpty) void navigate({ to: '.', search: { ...search, about: 'none' }, replace: true })
  }, [isEmpty, navigate, search])

  if (!found || isEmpty) return <FillingSkeleton />
  const goOn = (named: string) => navigate({ to: '.', search: { ...search, about: named }, replace: true })
  return (
    <div className={styles.step}>
      <header className={headerStyles.header}>
        <div className={headerStyles.row}>
          <ActionIcon
            component={Link}
            to={search.task === undefined ? '/submission' : '/tasks'}
            aria-label={t('filling.leave')}
            title={t('filling.leave')}
            className={headerStyles.leave}
          >
            <IconX size={24} />
          </ActionIcon>
          <h1 className={headerStyles.title}>{title}</h1>
        </div>
      </header>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('filling.about.title')}
      </h2>
      <SubjectPicker
        {...found}
        onPick={subject => goOn(subjectKey(subject))}
        onShown={() => heading.current?.focus({ preventScroll: true })}
      />
      {!about.required && (
        <Button size="lg" variant="subtle" className={styles.without} onClick={() => goOn('none')}>
          {t('filling.about.without')}
        </Button>
      )}
    </div>
  )
}

/** More than anybody reads through; the rest is found by searching. */
const maxShown = 30

type Found = { types: SubjectType[]; offered: Offered[]; recent: Offered[] }

/** What can be picked; undefined while that is being read. What a person may not look into is not offered. */
export function useOffered({ types: wanted }: About): Found | undefined {
  const can = useAbility()
  const types = wanted.filter(type => can('read', registry[type].subject))
  const names = useQueries({ queries: types.map(type => registerNames(type)) })
  const recent = useRecent(types)
  if (names.some(query => query.isPending) || recent === undefined) return undefined
  const offered = types.flatMap((type, index): Offered[] => names[index]?.data?.map(one => ({ ...one, type })) ?? [])
  return { types, offered, recent: recent.flatMap(one => offered.find(other => isSame(one, other)) ?? []) }
}

type PickerProps = Found & {
  onPick: (subject: NamedSubject) => void
  onShown?: (() => void) | undefined
}

/** Picks the subject of a form: the next pen is one tap away; others are searched, or scanned from a label or tag. */
export function SubjectPicker({ types, offered, recent, onPick, onShown }: PickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [wanted, setWanted] = useState('')
  const [unknown, setUnknown] = useState<string>()
  const [isScanning, setScanning] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => onShown?.(), [])

  const { leftOut, found: elsewhere } = useLeftOut(types, wanted)
  const isSearching = wanted.trim() !== ''
  const [latest] = recent
  const near = latest
    ? nearby(offered, latest)
        .filter(one => !recent.includes(one))
        .slice(0, 6)
    : []
  const others = offered.filter(one => !recent.includes(one) && !near.includes(one))
  const found = isSearching
    ? [...matching(offered, wanted), ...elsewhere.filter(one => !offered.some(other => isSame(one, other)))]
    : others
  const pick = ({ type, id, name }: Offered) => onPick({ type, id, name })

  /** What this device has no name of is asked for. */
  async function readElsewhere(code: string) {
    if (leftOut === 0) return undefined
    const { findRead } = await import('../../answers/registerNames.ts')
    return findRead(types, code)
  }
  async function read(code: string) {
    setScanning(false)
    const one = meantBy(offered, code) ?? (await readElsewhere(code))
    if (one) pick(one)
    else setUnknown(code)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSearching) return
    // A reader types a tag and Enter: an exact match comes before similar ones.
    const first = meantBy(offered, wanted) ?? found[0] ?? (await readElsewhere(wanted))
    if (first) pick(first)
  }

  return (
    <>
      <form className={styles.tools} onSubmit={submit}>
        <TextInput
          type="search"
          size="lg"
          className={styles.search}
          aria-label={t('filling.about.search')}
          placeholder={t('common.search')}
          leftSection={<IconSearch size={20} />}
          value={wanted}
          onChange={event => setWanted(event.currentTarget.value)}
        />
        <Button size="lg" variant="default" leftSection={<IconQrcode size={22} />} onClick={() => setScanning(true)}>
          {t('filling.scan.start')}
        </Button>
      </form>
      {leftOut > 0 && (
        <p className={styles.more}>{t('filling.register.leftOut', { number: format.number(leftOut) })}</p>
      )}
      {unknown !== undefined && <Notice kind="attention">{t('filling.about.unknown', { code: unknown })}</Notice>}
      {!isSearching && <SubjectChoices title={t('filling.about.recent')} choices={recent} onPick={pick} />}
      {!isSearching && latest && (
        <SubjectChoices title={t('filling.about.near', { name: latest.name })} choices={near} onPick={pick} />
      )}
      <SubjectChoices
        title={latest && !isSearching ? t('filling.about.others') : t('filling.about.all')}
        choices={found.slice(0, maxShown)}
        onPick={pick}
      />
      <p className={styles.more} role="status">
        {found.length === 0 && isSearching && t('common.nothingFound')}
        {found.length > maxShown && t('filling.about.more', { count: found.length - maxShown })}
      </p>
      {isScanning && <Scanner onRead={read} onClose={() => setScanning(false)} />}
    </>
  )
}

type ChoicesProps = { title: string; choices: Offered[]; onPick: (subject: Offered) => void }

/** What a form can be about, each as one wide button; nothing where there is nothing. */
function SubjectChoices({ title, choices, onPick }: ChoicesProps) {
  const { t } = useTranslation()
  const id = useId()
  if (choices.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <ul className={styles.list}>
        {choices.map(one => {
          const Icon = registerIcons[one.type]
          return (
            <li key={subjectKey(one)}>
              <button type="button" className={styles.choice} onClick={() => onPick(one)}>
                <Icon
                  size={22}
                  className={styles.icon}
                  role="img"
                  aria-hidden={false}
                  aria-label={t(`forms.types.${one.type}`)}
                />
                <span className={styles.words}>
                  <bdi>{one.name}</bdi>
                  {one.mark && <bdi className={styles.mark}>{one.mark}</bdi>}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
