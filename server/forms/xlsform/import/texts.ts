/** The texts of a row in the five languages. */
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import { type FormLanguages, localeNamed, withoutHeadingSigns, withoutHtml } from '../languages.ts'
import type { Cell, Findings, Row } from '../table.ts'

const longest = 5_000

export class Texts {
  private readonly languages: FormLanguages
  private readonly findings: Findings
  /** Renames what a text shows of answers. */
  private readonly rename: (text: string, row: Row, cell: Cell) => string

  constructor(languages: FormLanguages, findings: Findings, rename: Texts['rename']) {
    this.languages = languages
    this.findings = findings
    this.rename = rename
  }

  /** The texts of a column by language. A text in none of the five is kept where a row has no other. */
  read(row: Row, key: string): LocalizedText {
    const text = this.readBlock(row, key)
    return Object.fromEntries(Object.entries(text).map(([locale, words]) => [locale, withoutHeadingSigns(words)]))
  }

  /** The same of a text that is meant to have headings and lists. */
  readBlock(row: Row, key: string): LocalizedText {
    const text: LocalizedText = {}
    const strange: Cell[] = []
    // A column that names its language comes before one without.
    const cells = row.takeAll(key).sort((one, other) => Number(one.language === null) - Number(other.language === null))
    for (const cell of cells) {
      const locale = this.localeOf(cell)
      if (!locale) strange.push(cell)
      else if (text[locale] === undefined) text[locale] = this.words(cell, row)
      else if (text[locale] !== this.words(cell, row)) this.findings.note(row.atCell(cell), 'language_twice')
    }
    const [only, ...others] = strange
    if (!only) return text
    const isNeeded = Object.keys(text).length === 0
    if (isNeeded) text[this.languages.own] = this.words(only, row)
    this.findings.note(row.atCell(only), isNeeded ? 'language_taken' : 'language_left_out', this.said(only))
    for (const cell of others) this.findings.note(row.atCell(cell), 'language_left_out', this.said(cell))
    return text
  }

  /** The same, or nothing when no cell is filled in. */
  readOptional(row: Row, key: string): LocalizedText | undefined {
    const text = this.read(row, key)
    return Object.keys(text).length > 0 ? text : undefined
  }

  /** A text in the form's own language. */
  inOwn(text: string): LocalizedText {
    return { [this.languages.own]: text }
  }

  /** The value of a column that has only one: that of the form's own language, else the first. */
  readSingle(row: Row, key: string): Cell | undefined {
    const cells = row.takeAll(key)
    const own = cells.find(cell => this.localeOf(cell) === this.languages.own) ?? cells[0]
    for (const cell of cells)
      if (own && cell.text !== own.text) this.findings.note(row.atCell(cell), 'media_left_out', { value: cell.text })
    return own
  }

  private localeOf({ language }: Cell): Locale | undefined {
    const written = language ?? this.languages.unnamed
    if (written === null || written === this.languages.taken) return this.languages.own
    return localeNamed(written)
  }

  private said({ language }: Cell) {
    return { language: language ?? this.languages.unnamed ?? '' }
  }

  private words(cell: Cell, row: Row): string {
    const { text, isLess } = withoutHtml(cell.shown ?? cell.text)
    if (isLess) this.findings.note(row.atCell(cell), 'markup_left_out')
    const renamed = this.rename(text, row, cell)
    if (renamed.length <= longest) return renamed
    this.findings.note(row.atCell(cell), 'text_cut', { maximum: longest })
    return renamed.slice(0, longest)
  }
}
