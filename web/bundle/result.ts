/** What came of a check, in words: the verdict, what differs by name, and what it rests on. */
import type { Locale } from '#shared/lib/language.ts'
import type { BundleChecked } from '#shared/sealing/bundle/check.ts'
import type { RecordChecked } from '#shared/sealing/bundle/checkRecord.ts'
import type { BundleFault, Manifest } from '#shared/sealing/bundle/files.ts'

const looks = { intact: 'ok', differs: 'stop', undecided: 'attention' } as const
const marks = { ok: '✓', stop: '✕', attention: '!' } as const
/** More than these nobody reads; their number is told by the last. */
const maxShown = 200
const openssl = 'openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig'

export function resultOf(result: BundleChecked, locale: Locale): Node[] {
  const { t } = speaking(locale)
  const { state, faults, manifest } = result
  const look = looks[state]
  const verdict = make(
    'div',
    { class: `notice ${look}` },
    make(
      'h2',
      { tabindex: '-1' },
      make('span', { 'aria-hidden': 'true' }, `${marks[look]} `),
      t(`bundle.states.${state}`),
    ),
    make('p', {}, t(`bundle.said.${state}`)),
  )
  if (state === 'undecided') verdict.append(make('pre', { dir: 'ltr' }, openssl))
  const list = faults.slice(0, maxShown).map(fault => make('li', {}, sentence(fault, locale)))
  return [
    verdict,
    ...(faults.length > 0 ? [make('h2', {}, t('bundle.faultsTitle')), make('ul', { class: 'faults' }, ...list)] : []),
    ...(manifest ? factsOf(result, manifest, locale) : []),
  ]
}

function sentence({ fault, path, position }: BundleFault, locale: Locale): Node {
  const { t, number } = speaking(locale)
  const values = { path, position: position === undefined ? '' : number(position) }
  return fault === 'signature' && position !== undefined
    ? t('bundle.faults.linkSignature', values)
    : t(`bundle.faults.${fault}`, values)
}

function factsOf(result: BundleChecked, manifest: Manifest, locale: Locale): Node[] {
  const { t, time, number } = speaking(locale)
  const fact = (label: Node, ...value: (string | Node)[]) => [make('dt', {}, label), make('dd', {}, ...value)]
  const fingerprint = make('code', { dir: 'ltr' }, (result.fingerprint ?? '').replace(/(.{4})(?=.)/g, '$1 '))
  return [
    make(
      'dl',
      {},
      ...fact(t('bundle.company'), make('bdi', {}, manifest.company)),
      ...fact(t('bundle.madeAt'), timeOf(manifest.made_at, time)),
      ...fact(t('bundle.files'), number(manifest.files.length)),
      ...fact(t('bundle.key'), fingerprint, make('p', { class: 'dimmed' }, t('bundle.compare'))),
    ),
    make('h2', {}, t('bundle.records')),
    make('ul', { class: 'records' }, ...result.records.map(record => recordOf(record, result, locale))),
  ]
}

function recordOf(record: RecordChecked, { stamps }: BundleChecked, locale: Locale): Node {
  const { t, time, number } = speaking(locale)
  const positions = record.links.map(({ position }) => position)
  // Of what happened to it, not of how it was printed: that was perhaps only now.
  const last = record.links.findLast(({ kind }) => kind !== 'exported')?.position
  const stamp = stamps.find(({ covers }) => last !== undefined && covers.includes(last))
  const lines = [
    make('p', {}, t(`bundle.recordStates.${record.state}`)),
    ...(positions.length > 0 ? [make('p', {}, t('bundle.links', { numbers: positions.map(number).join(', ') }))] : []),
    stamp
      ? make('p', {}, t('bundle.stamp', { time: timeOf(stamp.stampedAt, time), authority: stamp.authority }))
      : make('p', { class: 'dimmed' }, t('bundle.noStamp')),
    ...(stamp
      ? [make('p', { class: 'dimmed small' }, t('bundle.certificate', { fingerprint: stamp.fingerprint }))]
      : []),
  ]
  return make('li', {}, make('h3', {}, make('bdi', {}, record.folder)), ...lines)
}

/** A text that is no time is shown as it is. */
function timeOf(value: string, time: (value: string) => string): string {
  return Number.isNaN(Date.parse(value)) ? value : time(value)
}

// Texts and elements of the page. It has neither React nor i18next, so that a sceptical reader can check it.

type Texts = { [key: string]: string | Texts }
type Child = string | Node
type Values = Record<string, string>

const all = JSON.parse(document.getElementById('texts')?.textContent ?? '{}') as Record<Locale, Texts>

export const byId = (id: string): HTMLElement => document.getElementById(id) ?? document.body

export function make(name: string, attributes: Values, ...children: Child[]): HTMLElement {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}

/** The texts of a language, with their values isolated: names of files are written from left to right everywhere. */
export function speaking(locale: Locale) {
  const t = (key: string, values: Values = {}): DocumentFragment => {
    const text = key
      .split('.')
      .reduce<string | Texts | undefined>(
        (texts, part) => (typeof texts === 'object' ? texts[part] : undefined),
        all[locale],
      )
    const fragment = document.createDocumentFragment()
    for (const [index, part] of String(text ?? key)
      .split(/{{(\w+)}}/)
      .entries())
      fragment.append(index % 2 === 0 ? part : make('bdi', {}, values[part] ?? ''))
    return fragment
  }
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' })
  return { t, time: (value: string) => time.format(new Date(value)), number: new Intl.NumberFormat(locale).format }
}
