/**
 * Sections out of the top level of the survey. A group with a label is a section; what stands between groups comes into sections of its
 * own. What nobody sees (calculations, times) goes into a section that is always there, because it must not wait for a condition.
 */
import type { Element, Section } from '#shared/forms/definition.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'

type Made = { element: Element; isSection: boolean }

const maxElements = 500

export type SectionWords = {
  /** Of the form: what its first questions stand under. */
  title: LocalizedText
  /** What later ones stand under. */
  further: LocalizedText
  freeId: (wanted: string) => string
}

export function sectionsOf(made: Made[], words: SectionWords): Section[] {
  const sections: Section[] = []
  let loose: Element[] = []
  const close = () => {
    const [shown, unseen] = [loose.some(isSeen), loose]
    loose = []
    if (unseen.length === 0) return
    if (shown) sections.push(...looseSections(unseen, sections.length, words))
    else homeless.push(...unseen)
  }
  const homeless: Element[] = []
  for (const { element, isSection } of made) {
    if (!isSection) {
      loose.push(element)
      continue
    }
    close()
    sections.push(asSection(element))
  }
  close()
  return housed(sections, homeless, words)
}

const isSeen = (element: Element): boolean => {
  if (element.type === 'hidden') return false
  if (element.type === 'calculated') return element.hidden !== true
  return element.type === 'group' ? element.questions.some(isSeen) : true
}

function looseSections(elements: Element[], before: number, { title, further, freeId }: SectionWords): Section[] {
  const pages: Section[] = []
  for (let at = 0; at < elements.length; at += maxElements) {
    const isFirst = before === 0 && at === 0
    pages.push({
      id: freeId(`section_${before + pages.length + 1}`),
      title: isFirst ? title : further,
      questions: elements.slice(at, at + maxElements),
    })
  }
  return pages
}

function housed(sections: Section[], homeless: Element[], words: SectionWords): Section[] {
  if (homeless.length === 0) return sections
  const house = sections.find(
    ({ visible_if, questions }) => !visible_if && questions.length + homeless.length <= maxElements,
  )
  if (!house) return [...looseSections(homeless, sections.length, { ...words, further: words.title }), ...sections]
  return sections.map(section =>
    section === house ? { ...section, questions: [...homeless, ...section.questions] } : section,
  )
}

/** A group, or a section of a file that tend wrote, which is a group with a title for a label. */
function asSection(element: Element): Section {
  const { type, label, ...rest } = element as Extract<Element, { type: 'group' }>
  return { title: label, ...rest } as Section
}
