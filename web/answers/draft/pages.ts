import type { Definition, Section } from '#shared/forms/definition.ts'

/** What is shown at a time: a section, with those after it that stand on its page. */
export type Page = { id: string; sections: Section[] }

/** All pages of a form, whether there is something to see on them now or not. */
export function pagesOf({ sections }: Definition): Page[] {
  const pages: Page[] = []
  for (const section of sections) {
    const page = pages.at(-1)
    if (page && section.same_page) page.sections.push(section)
    else pages.push({ id: section.id, sections: [section] })
  }
  return pages
}
