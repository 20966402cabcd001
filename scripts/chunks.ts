/**
 * Groups of modules that most pages need whole, each cut as one file; the bundler cuts the rest, two hundred files for
 * a list if it cut all. A group has what it names with all that this imports, except what a group above it has.
 */
const common = [
  /shared\/(lib\/localizedText|subjects\/registry)\.ts$/,
  /web\/(lib\/(attemptKey|retry|offline\/outboxHandler)|theme\/shellStyles|ui\/(keyboard|StatusBadge|toast))\.tsx?$/,
  /(Skeleton\/Skeleton|use-merged-ref)\.mjs$/,
]
const app = /web\/(App|ui\/(ErrorState|PathLink|texts\/ProblemText))\.tsx|use-network\.mjs/
const shell =
  /web\/(shell\/appChrome|ui\/page\/PageHeader|ui\/list\/(BulkBar|DataTable|Filters|ListToolbar|useList))\.tsx?/
const engine =
  /shared\/forms\/(evaluation|expressions|scoring\/(measures|scoring)|answers\/(outcome|progress)|check|choiceSets|fit|logic|scoreAnswer|shapes)/
const answers = /web\/(answers\/(draft|choices|photos|AnswerInput|texts\/(BottomSheet|FormText))|filling\/pages)/
const alone = { includeDependenciesRecursively: false } // Lists need what they import one by one.

export const groups = [
  // The entry keeps its file, by which the manifest names the first page.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !/\/web\/(main\.tsx|index\.html)$/.test(id) },
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 12, ...alone },
  // Shared by public forms, filling in and the app: where one is missing, their budgets are exceeded by the whole app.
  { name: 'common', test: (id: string) => common.some(one => one.test(id)) },
  { name: 'floating', test: /web\/ui\/floatingParts/ },
  { name: 'app', test: app },
  { name: 'shell', test: shell },
  { name: 'engine', test: engine, minShareCount: 4, ...alone },
  { name: 'answers', test: answers, minShareCount: 4, ...alone },
]
