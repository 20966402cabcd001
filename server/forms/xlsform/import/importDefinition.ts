/**
 * An XLSForm as a form of tend: pure, from the sheets of a workbook to a definition with notes on what it could not
 * carry over, or with faults, for which nothing should be made of it. What every column means: docs/xlsform.md.
 */
import { z } from 'zod'
import type { Definition } from '#shared/forms/definition.ts'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import { namesIn } from '#shared/forms/expressions/references.ts'
import { FormTable } from '#shared/forms/tables/formTable.ts'
import { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import { languagesOf } from '../languages.ts'
import { overlaid, settingsOf } from '../settings.ts'
import { Findings, type Row, type Sheet } from '../table.ts'
import { takeCall } from './appearance.ts'
import { AttachedTables, type GivenTable, type GivenTables } from './attachedTables.ts'
import { noteUnread, sheetsOf } from './bookSheets.ts'
import { elementsOf, isTable } from './elements.ts'
import { FollowedNames, followTwins } from './followNames.ts'
import { Formulas } from './formulas.ts'
import { type List, listsOf, maxChoices, otherWords, ownLists } from './lists.ts'
import { Names } from './names.ts'
import { allNodes, externalList, type Node, outlineOf, searchIn } from './outline.ts'
import type { Workshop } from './questionOf.ts'
import { checkWhole, sectionsOf } from './sections.ts'
import { Texts } from './texts.ts'

export type Imported = {
  definition: Definition
  /** What only tend's own files say of the form around it. */
  form: { name: LocalizedText; description: LocalizedText | undefined; category: unknown }
  findings: Findings
  /** The contents of tables that came with the file. */
  tables: GivenTable[]
}

/** `reader` is the language of the person who imports; `fileName` names a form without a title. */
/** `tables` are those that were given beside the file. */
export type Importing = { reader: Locale; fileName: string; tables?: GivenTables }

export function importDefinition(book: Sheet[], { reader, fileName, tables: given = {} }: Importing): Imported {
  const findings = new Findings()
  const tables = new AttachedTables(book, given, findings)
  const { survey, choices, external_choices, settings: settingsTable } = sheetsOf(book, findings)
  const choiceRows = [...choices.rows, ...external_choices.rows]
  const settings = settingsOf(settingsTable.rows[0], findings)
  const ownTables = z.array(FormTable).safeParse(settings.own.get('tables'))
  if (ownTables.success) tables.restore(ownTables.data)
  const texted = [...survey.rows, ...choiceRows].flatMap(({ cells }) => cells.filter(({ key }) => isText.test(key)))
  const languages = languagesOf(settings.defaultLanguage, texted, reader)
  const top = outlineOf(survey.rows, rowsByList(choiceRows), findings)
  const names = new Names(top, findings, settings.isOwn)
  const nodeOf = new Map<Row, Node>(allNodes(top).map(node => [node.row, node]))
  const lists = new Map<string, List>()
  const formulas = new Formulas(findings, names, lists, tables)
  const texts = new Texts(languages, findings, (text, row, { key }) => formulas.inText(text, nodeOf.get(row), key))
  for (const [name, list] of listsOf(choiceRows, texts, findings, settings.allowsTwins)) lists.set(name, list)
  addOthers(top, lists)
  followTwins(top, lists, names)
  takeSearches(top, lists, findings)
  const followed = new FollowedNames(top, lists, names)
  formulas.followed = followed
  tables.followed = followed
  for (const list of lists.values()) if (list.choices.length > maxChoices) list.table = tables.fromList(list)

  const setIds = setIdsOf(lists, top, names)
  formulas.setOf = name => setIds.get(name)
  const shop: Workshop = {
    findings,
    texts,
    formulas,
    lists,
    tables,
    setOf: list => setIds.get(list),
    freeId: wanted => names.free(wanted),
    isAsked: askedIn(survey.rows, names),
  }
  const made = top.flatMap(node => {
    const elements = elementsOf([node], shop)
    return elements.map(element => ({ element, isSection: element.type === ('section' as string) || isTitled(node) }))
  })
  const title = settings.title ?? fileName
  const sections = sectionsOf(made, {
    title: texts.inOwn(title),
    further: texts.inOwn(further[languages.own]),
    freeId: wanted => names.free(wanted),
  })
  const sets = [...lists.values()].flatMap(({ name, choices: of }): ChoiceSet[] => {
    const id = setIds.get(name)
    return id === undefined ? [] : [{ id, choices: of }]
  })
  const { name, description, category, choice_set_order, ...own } = Object.fromEntries(settings.own)
  const ordered = ownLists(sets, choice_set_order)
  const definition = overlaid(
    {
      schema: 1 as const,
      default_language: languages.own,
      sections,
      ...(ordered.length > 0 && { choice_sets: ordered }),
      ...(tables.used.size > 0 && { tables: [...tables.used.values()] }),
    },
    new Map(Object.entries(own)),
  )
  noteUnread(survey, settingsTable, languages, findings)
  const checked = checkWhole(definition, nodeOf, findings)
  const called = LocalizedText.safeParse(name)
  const described = LocalizedText.safeParse(description)
  return {
    definition: checked,
    form: {
      name: called.success ? called.data : texts.inOwn(title.slice(0, 200)),
      description: described.success ? described.data : undefined,
      category,
    },
    findings,
    tables: tables.contents,
  }
}

const isText = /^(?:label|hint|guidance_hint|constraint_message|required_message)$/

const further: Record<Locale, string> = {
  en: 'Further questions',
  hu: 'További kérdések',
  de: 'Weitere Fragen',
  fr: 'Autres questions',
  ar: 'أسئلة أخرى',
}

/** A group on the top level that has a heading and nothing that sections do not have. */
const isTitled = (node: Node): boolean => {
  const { kind, row } = node
  return (
    kind.row === 'begin' &&
    kind.type === 'group' &&
    row.has('label') &&
    !row.has('media::image') &&
    !isTable(node) &&
    !row.has('tend::type')
  )
}

function rowsByList(rows: Row[]): Map<string, Row[]> {
  const nameOf = ({ cells, sheet }: Row) => {
    const name = cells.find(({ key }) => key === 'list_name')?.text ?? ''
    return sheet === 'external_choices' ? externalList(name) : name
  }
  return Map.groupBy(rows, nameOf)
}

/** What searches a file has no list: the only row of the one that it names says which columns are what. */
function takeSearches(top: Node[], lists: Map<string, List>, findings: Findings): void {
  const nodes = allNodes(top)
  for (const node of nodes) {
    const { kind } = node
    const found = kind.row === 'question' && kind.list !== undefined ? searchIn(node) : undefined
    if (!found || kind.row !== 'question' || kind.list === undefined) continue
    const list = lists.get(kind.list)
    // A number is a choice of its own beside the rows.
    const columns = list?.choices.find(({ id }) => !/^-?\d+$/.test(id))
    const [label] = Object.values(columns?.label ?? {})
    for (const { id } of list?.choices.filter(choice => choice !== columns) ?? [])
      findings.note(node.row.at('type'), 'table_rows_left_out', { value: id })
    takeCall(node, found.written)
    const value = columns?.id ?? 'name'
    node.search = { table: found.table, value, label: label?.split(',')[0]?.trim() || value, filter: found.filter }
    node.kind = { row: 'question', type: kind.type, file: found.table }
  }
  const taken = new Set(
    nodes.flatMap(({ kind }) => (kind.row === 'question' && kind.list !== undefined ? [kind.list] : [])),
  )
  if (nodes.some(({ search }) => search)) for (const name of lists.keys()) if (!taken.has(name)) lists.delete(name)
}

/** `or_other` adds its choice to the list, as XLSForm's converter does. */
function addOthers(top: Node[], lists: ReadonlyMap<string, List>): void {
  for (const { kind } of allNodes(top)) {
    const list = kind.row === 'question' && kind.orOther && kind.list !== undefined ? lists.get(kind.list) : undefined
    if (!list || list.choices.some(({ id }) => id === 'other')) continue
    list.choices.push({ id: 'other', label: otherWords('other', list.choices[0]?.label ?? {}) })
  }
}

/**
 * The choice sets that lists become, under ids that nothing else has. A list called like the one question that takes it
 * is that question's own, which is how tend writes choices that are not shared.
 */
function setIdsOf(lists: ReadonlyMap<string, List>, top: Node[], names: Names): Map<string, string> {
  const users = Map.groupBy(
    allNodes(top).filter(({ kind }) => kind.row === 'question' && kind.list !== undefined),
    ({ kind }) => (kind.row === 'question' ? (kind.list ?? '') : ''),
  )
  const ids = new Map<string, string>()
  for (const name of lists.keys()) {
    const [user, ...others] = users.get(name) ?? []
    const isOwn = user !== undefined && others.length === 0 && user.name === name
    if (lists.get(name)?.table === undefined && !isOwn && !isAnswerList(name))
      ids.set(name, names.isTaken(name) ? names.free(`${name}_choices`) : names.free(name))
  }
  return ids
}

/** The lists of yes and no that tend writes for other tools. */
export const answerLists = { plain: 'tend_yes_no', withNone: 'tend_yes_no_na' } as const
const isAnswerList = (name: string) => name === answerLists.plain || name === answerLists.withNone

/** Whether anything in the survey asks for the answer of a node. */
function askedIn(rows: Row[], names: Names): (node: Node) => boolean {
  const asked = new Set(
    rows.flatMap(({ cells }) =>
      cells.flatMap(({ text }) => [
        ...[...text.matchAll(/\$\{\s*([^}\s]+)\s*\}/g)].map(([, name = '']) => name),
        ...(text.includes('/') ? namesIn(text) : []),
      ]),
    ),
  )
  return node => {
    const found = names.find(node.name, node)
    return asked.has(node.name) && found !== 'unknown'
  }
}
