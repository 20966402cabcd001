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
const device =
  /dexie\.mjs$|web\/(deviceTables|lib\/(encryption\/encryption|offline\/(database|recovery\/storageRecovery)))\.ts$/
const drafts = [
  /web\/(lib\/(responseCache|offline\/(draftBackup|ownWrites|persistDraft))|filling\/storage\/(formDraft|restore))\.ts$/,
  /shared\/(lib\/canonicalJson|submissions\/delivery)\.ts$/,
]
const registers =
  /query-core\/.+\/queriesObserver\.js|react-query\/.+\/useQueries\.js|web\/subjects\/(registerApis|status\/Status\.module)/
const signs = /web\/ui\/SavedIndicator|Icon(Note|CircleDot|CloudOff|(Circle|Square)CheckFilled)\.mjs/
const texts = /shared\/lib\/(markdown|inlineMarkdown)\.ts$|web\/answers\/texts\/Markdown|IconArrowRight\.mjs/
const anyOf = (patterns: RegExp[]) => (id: string) => patterns.some(pattern => pattern.test(id))
const alone = { includeDependenciesRecursively: false } // Lists need what they import one by one.

export const groups = [
  // The entry keeps its file, by which the manifest names the first page.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !/\/web\/(main\.tsx|index\.html)$/.test(id) },
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 12, ...alone },
  // Shared by public forms, filling in and the app: where one is missing, their budgets are exceeded by the whole app.
  { name: 'common', test: anyOf(common) },
  { name: 'floating', test: /web\/ui\/floatingParts|shared\/lib\/LruMap/ },
  { name: 'app', test: app },
  { name: 'shell', test: shell },
  { name: 'engine', test: engine, minShareCount: 4, ...alone },
  { name: 'answers', test: answers, minShareCount: 4, ...alone },
  // Small files that come together, mostly with a form: each by itself costs a slow phone a millisecond.
  { name: 'device', test: device, ...alone },
  { name: 'drafts', test: anyOf(drafts), ...alone },
  { name: 'loading', test: /web\/filling\/draft\/(FormContextSnapshot|contextFrom|loadForm)\.ts$/, ...alone },
  { name: 'values', test: /shared\/(lib\/decimals|forms\/(tables\/contents|answers\/answerKey))\.ts$/, ...alone },
  { name: 'registers', test: registers, ...alone },
  { name: 'signs', test: signs, ...alone },
  { name: 'texts', test: texts, ...alone },
]
