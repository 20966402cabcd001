/** Texts and elements of the page: it has neither React nor i18next, so that it stays small and can be read by whoever doubts it. */
import type { Locale } from '#shared/lib/language.ts'

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

/** The texts of a language, with what stands in them isolated: names of files are written from left to right everywhere. */
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
