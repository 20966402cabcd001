/**
 * Reads `docs/ways.md`: the files that a reader opens to follow six ways, each with the name that leads there. What
 * several ways have in common (the sections that begin with "Every") is read once. `scripts/structure.ts` prints how
 * many there are.
 */
import { textOf } from './sources.ts'

/** `isFound`: nothing read before calls it; it names what was read before, and is found by searching for that. */
export type Jump = { path: string; name: string; isFound: boolean }
type Section = { title: string; jumps: Jump[] }
/** `common`: the sections of its side before it that are read once. */
export type Way = Section & { common: Section[] }

const jump = /^\d+\. (← )?`([^`]+)` `([^`]+)`: /gm

const [, ...texts] = textOf('docs/ways.md').split(/^## /m)
const sections = texts.map(
  (text): Section => ({
    title: text.slice(0, text.indexOf('\n')),
    jumps: [...text.matchAll(jump)].map(([, arrow, path = '', name = '']) => ({ path, name, isFound: Boolean(arrow) })),
  }),
)

const isCommon = ({ title }: Section) => title.startsWith('Every ')
const sideOf = ({ jumps }: Section) => jumps[0]?.path.split('/')[0]

export const common = sections.filter(isCommon)
export const ways = sections.flatMap((section, at): Way[] =>
  isCommon(section)
    ? []
    : [
        {
          ...section,
          common: sections.slice(0, at).filter(one => isCommon(one) && sideOf(one) === sideOf(section)),
        },
      ],
)
