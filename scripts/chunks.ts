/**
 * Names the file that a module comes in: that of the areas which import it, where every page that needs it needs one of
 * them whole, or the one of small modules that many pages need. The bundler cuts the rest, two hundred files for a list
 * if it cut all.
 */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Module = { code: string | null; importedIds: readonly string[]; dynamicImporters: readonly string[] }
type Graph = { getModuleInfo(id: string): Module | null }

const idOf = (path: string) => fileURLToPath(new URL(`../web/${path}`, import.meta.url))

/** Areas that pages need whole, by their first modules. */
const areas = {
  app: ['App.tsx'],
  shell: [
    ...['shell/appChrome.tsx', 'ui/page/PageHeader.tsx', 'ui/list/DataTable.tsx', 'ui/list/ListToolbar.tsx'],
    ...['ui/list/Filters.tsx', 'ui/list/useList.ts', 'ui/list/BulkBar.tsx', 'lib/allPages.ts'],
  ],
  device: ['lib/offline/database.ts', 'lib/offline/outbox.ts'],
  engine: ['../shared/forms/evaluation/FormState.ts'],
  answers: ['answers/draft/Draft.ts', 'answers/AnswerInput.tsx', 'filling/pages/SectionView.tsx'],
  filling: ['filling/draft/FillingPage.tsx'],
  public: ['filling/publicForm/PublicFormPage.tsx'],
  visitor: ['filling/publicForm/Filling.tsx'],
}
/** Pages without the app; filling in has the app, and nothing around it. */
const entrances = /\/web\/(auth|helpers|shares\/SharedPage|filling\/publicForm)/

const maxBytesOfSmall = 1500
const minPagesOfSmall = 10

function survey(graph: Graph) {
  const closureOf = (...roots: string[]) => closure(roots, graph)
  const [app, shell] = [closureOf(...areas.app.map(idOf)), closureOf(...areas.shell.map(idOf))]
  const pages = globSync('**/*{Page,Pages}.tsx', { cwd: idOf('.') }).map(idOf)
  const opened = [...pages, ...areas.visitor.map(idOf)].filter(id => graph.getModuleInfo(id)?.dynamicImporters.length)
  return {
    start: closureOf(idOf('main.tsx')),
    app,
    areas: Object.entries(areas).map(([name, roots]) => ({
      name,
      roots: roots.map(idOf),
      all: closureOf(...roots.map(idOf)),
    })),
    pages: opened.map(id => {
      if (entrances.test(id)) return closureOf(id)
      return id === idOf(areas.filling[0] as string) ? closureOf(id).union(app) : closureOf(id).union(app).union(shell)
    }),
    closureOf,
  }
}

let known: ReturnType<typeof survey> | undefined

/** The name of the file that a module comes in, or null where the bundler decides. */
export function chunkOf(id: string, graph: Graph): string | null {
  known ??= survey(graph)
  const { start, app, closureOf } = known
  // The entry itself is missing in the manifest where it is part of a file.
  if (start.has(id)) return id === idOf('main.tsx') ? null : 'start'
  const pages = known.pages.filter(page => page.has(id))
  const within = known.areas.filter(({ all }) => all.has(id))
  if (within.length > 0 && pages.every(page => within.some(({ roots }) => roots.every(root => page.has(root)))))
    return within.map(({ name }) => name).join('-')
  if (pages.length < minPagesOfSmall) return null
  const [name, here] = pages.every(page => app.isSubsetOf(page)) ? ['small', start.union(app)] : ['smallest', start]
  const brought = [...closureOf(id).difference(here)]
  const bytes = brought.reduce((sum, module) => sum + (graph.getModuleInfo(module)?.code?.length ?? 0), 0)
  return bytes < maxBytesOfSmall ? name : null
}

/** These modules and all that they import, one through the other. */
function closure(roots: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    const module = graph.getModuleInfo(id)
    if (!module) throw new Error(`${id} is not there: mend what names it in chunks.ts`)
    found.add(id)
    waiting.push(...module.importedIds)
  }
  return found
}
