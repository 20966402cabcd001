/** What the columns of a list of people hold, as tables head them in five languages. */
import { foldWord } from '../lib/searching.ts'

/**
 * Which cells hold what. `role` is -1 where no column has it; `isLast` says that the last column holds places; `unread`
 * are the headings of the others.
 */
export type ListColumns = {
  separator: string
  email: number
  role: number
  places: number[]
  isLast: boolean
  unread: string[]
}

const folded = (words: string[]) => new Set(words.map(foldWord))

const roleWords = folded([
  ...['role', 'position', 'job', 'rights', 'szerepkör', 'beosztás', 'munkakör', 'jogosultság', 'Rolle', 'Funktion'],
  ...['Position', 'rôle', 'fonction', 'poste', 'الدور', 'الوظيفة', 'الصلاحية'],
])

const placeWords = folded([
  ...[
    'works at',
    'works in',
    'works here',
    'where',
    'location',
    'locations',
    'place',
    'places',
    'site',
    'sites',
    'barn',
  ],
  ...['group', 'groups', 'animal group', 'vehicle', 'vehicles', 'locations, groups and vehicles'],
  ...['munkaterület', 'munkahely', 'hol dolgozik', 'helyszín', 'helyszínek', 'hely', 'telephely', 'istálló', 'csoport'],
  ...['csoportok', 'állatcsoport', 'jármű', 'járművek', 'helyszínek, csoportok és járművek'],
  ...[
    'Einsatzorte',
    'Einsatzort',
    'Arbeitsort',
    'arbeitet in',
    'Ort',
    'Orte',
    'Standort',
    'Stall',
    'Gruppe',
    'Gruppen',
  ],
  ...['Tiergruppe', 'Fahrzeug', 'Fahrzeuge', 'Orte, Gruppen und Fahrzeuge'],
  ...[
    'lieux de travail',
    'lieu de travail',
    'travaille à',
    'lieu',
    'lieux',
    'bâtiment',
    'groupe',
    'groupes',
    'véhicule',
  ],
  ...['véhicules', 'groupe d’animaux', 'lieux, groupes et véhicules'],
  ...[
    'نطاق العمل',
    'مكان العمل',
    'يعمل في',
    'الموقع',
    'المواقع',
    'المكان',
    'الحظيرة',
    'المجموعة',
    'المجموعات',
    'المركبة',
  ],
  ...['المركبات', 'المواقع والمجموعات والمركبات'],
])

/** Whether a heading says that its column holds addresses of mails. */
export const isEmailHeading = (cell: string): boolean => /mail|courriel|بريد/i.test(cell)

/** The columns of a line of headings, which `partsOf` parts at a sign. */
export function columnsOf(line: string, partsOf: (line: string, signs: string) => string[]): ListColumns {
  const separator = ['\t', ';', '؛', ',', '،'].find(sign => partsOf(line, sign).length > 1) ?? ';'
  const headings = partsOf(line, separator)
  const words = headings.map(foldWord)
  const places = words.flatMap((word, at) => (placeWords.has(word) ? [at] : []))
  const email = headings.findIndex(isEmailHeading)
  const role = words.findIndex(word => roleWords.has(word))
  const read = new Set([email, role, ...places])
  return {
    ...{ separator, email, role, places },
    isLast: places.includes(headings.length - 1),
    unread: headings.filter((heading, at) => heading !== '' && !read.has(at)),
  }
}
