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
const engine = [
  /shared\/forms\/(evaluation|expressions|check|choiceSets|fit|logic|scoreAnswer|shapes|tables\/contents)/,
  /shared\/(forms\/(scoring\/(measures|scoring)|answers\/(answerKey|outcome|progress))|lib\/decimals|submissions\/formatter)/,
]
const answers = [
  /web\/answers\/(draft|choices|photos|AnswerInput|TypedAnswer|texts\/(BottomSheet|FormText))/,
  /web\/(filling\/(pages|draft\/FillingScreen\.module)|ui\/SavedIndicator)|shared\/forms\/appearance/,
  /use-disclosure|Icon(Note|CircleDot|CloudOff|(Square|Circle)CheckFilled)\.mjs/,
]
const device = [
  /dexie\.mjs$|web\/(lib\/(hash|useLive|encryption\/encryption)|deviceTables)\.ts$/,
  /web\/lib\/offline\/(database|recovery\/storageRecovery)\.ts$/,
]
const texts = /shared\/lib\/(markdown|inlineMarkdown)\.ts$|web\/answers\/texts\/(Markdown|Inlines)|IconArrowRight\.mjs/
const filling = [
  /web\/filling\/draft\/(useDraftStorage|FormContextSnapshot|contextFrom|loadForm)\.ts$/,
  /web\/(filling\/(pages\/(PageView|KeepingNotice)|storage\/(formDraft|restore))|answers\/texts\/keepPictures)\.tsx?$/,
]
const anyOf = (patterns: RegExp[]) => (id: string) => patterns.some(pattern => pattern.test(id))
const alone = { includeDependenciesRecursively: false } // Lists need what they import one by one.

export const groups = [
  // The entry keeps its file, by which the manifest names the first page.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !/\/web\/(main\.tsx|index\.html)$/.test(id) },
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 12, ...alone },
  // Shared by public forms, filling in and the app: where one is missing, their budgets are exceeded by the whole app.
  { name: 'common', test: anyOf(common) },
  { name: 'floating', test: /web\/ui\/floatingParts/ },
  { name: 'app', test: app },
  { name: 'shell', test: shell },
  { name: 'engine', test: anyOf(engine), minShareCount: 4, ...alone },
  { name: 'answers', test: anyOf(answers), minShareCount: 4, ...alone },
  // What a form brings with it, in five files where it was thirty: each costs a slow phone a millisecond of its thread.
  { name: 'device', test: anyOf(device), ...alone },
  { name: 'texts', test: texts, ...alone },
  { name: 'entries', test: /web\/filling\/storage\/(entry|commands)\.ts$/, ...alone },
  { name: 'filling', test: anyOf(filling), ...alone },
]

/**
 * V8 compiles these whole beside the page's thread while they arrive. Otherwise it compiles each function there when it
 * is first called, and more than half of them are before a form can be answered (docs/decisions/0071).
 */
export const compileHint = ({ name }: { name: string }): string =>
  groups.some(group => group.name === name) ? '//# allFunctionsCalledOnLoad' : ''
