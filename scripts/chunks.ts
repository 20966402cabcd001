/**
 * Groups of modules that most pages need whole, each cut as one file; the bundler cuts the rest, two hundred files for
 * a list if it cut all. A group has the modules that it names with all that they import, except those of groups above.
 */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const mantine = 'node_modules/@mantine'

/** What public forms and the app share. Where a module is missing here, a public form exceeds its budget by the app. */
const common = [
  ...['shared/lib/localizedText.ts', 'shared/subjects/registry.ts', 'web/lib/offline/outboxHandler.ts'],
  ...['web/lib/attemptKey.ts', 'web/lib/retry.ts', 'web/theme/shellStyles.ts', 'web/ui/keyboard.ts'],
  ...['web/ui/StatusBadge.tsx', 'web/ui/toast.tsx', `${mantine}/core/esm/components/Skeleton/Skeleton.mjs`],
  `${mantine}/hooks/esm/use-merged-ref/use-merged-ref.mjs`,
]
/** What a form that is filled in, which is drawn first, shares with the lists and what is around every screen. */
const app = [
  ...['web/App.tsx', 'web/ui/ErrorState.tsx', 'web/ui/PathLink.tsx', 'web/ui/texts/ProblemText.tsx'],
  `${mantine}/hooks/esm/use-network/use-network.mjs`,
]
const shell = [
  ...['web/shell/appChrome.tsx', 'web/ui/page/PageHeader.tsx', 'web/ui/list/BulkBar.tsx', 'web/ui/list/DataTable.tsx'],
  ...['web/ui/list/Filters.tsx', 'web/ui/list/ListToolbar.tsx', 'web/ui/list/useList.ts'],
]

const naming = (paths: string[]) => {
  const ids = new Set(paths.map(path => realpathSync(fileURLToPath(new URL(`../${path}`, import.meta.url)))))
  return (id: string) => ids.has(id)
}
const engine = /\/shared\/forms\/(evaluation|expressions|scoring|check|choiceSets|fit|logic|scoreAnswer|shapes)/
const answers = /\/web\/(answers\/(draft|choices|photos|AnswerInput|TypedAnswer|texts\/FormText)|filling\/pages)/
/** Without what they import, which lists need one by one. */
const shared = (least: number) => ({ minShareCount: least, includeDependenciesRecursively: false })

export const groups = [
  // The entry keeps its file, by which the manifest names the first page.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !/\/web\/(main\.tsx|index\.html)$/.test(id) },
  { name: 'icons', test: /@tabler\/icons-react/, ...shared(12) },
  { name: 'common', test: naming(common) },
  { name: 'app', test: naming(app) },
  { name: 'shell', test: naming(shell) },
  { name: 'engine', test: engine, ...shared(4) },
  { name: 'answers', test: answers, ...shared(4) },
]
