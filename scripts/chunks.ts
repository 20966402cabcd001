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
  /shared\/(forms\/(evaluation|expressions|scoring\/(measures|scoring)|answers\/(outcome|progress|answerKey)|tables\/contents|check|choiceSets|fit|logic|scoreAnswer|shapes)|lib\/decimals)/
const answers =
  /web\/(answers\/(draft|choices|photos|AnswerInput|TypedAnswer|texts\/(BottomSheet|FormText))|filling\/(pages|draft\/FillingScreen.module))|shared\/forms\/appearance|web\/ui\/SavedIndicator|use-disclosure|Icon(Note|CircleDot|CloudOff|(Square|Circle)CheckFilled)\.mjs/
/** What a form that is filled in, a submission that is read and their lists bring together, which is read as one file. */
const device = /dexie\.mjs$|web\/(lib\/(hash|useLive|encryption\/encryption|offline\/(database|recovery\/storageRecovery))|deviceTables)\.ts$/
const entries = /web\/filling\/storage\/(entry|commands)\.ts$/
const answerTexts =
  /shared\/(forms\/registerTypes|lib\/(markdown|inlineMarkdown)|submissions\/formatter)\.ts$|web\/(answers\/texts\/(Markdown|Inlines))|IconArrowRight\.mjs/
const filling =
  /web\/(filling\/(pages\/(PageView|KeepingNotice)|draft\/(useDraftStorage|FormContextSnapshot|contextFrom|loadForm)|storage\/(formDraft|restore))|answers\/texts\/keepPictures)/
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
  { name: 'device', test: device, ...alone },
  { name: 'answerTexts', test: answerTexts, ...alone },
  { name: 'entries', test: entries, ...alone },
  { name: 'filling', test: filling, ...alone },
]

/**
 * V8 compiles these whole beside the page's thread while they arrive. Otherwise it compiles each function there when it
 * is first called, and more than half of them are before a form can be answered (docs/decisions/0071).
 */
export const compileHint = ({ name }: { name: string }): string =>
  groups.some(group => group.name === name) ? '//# allFunctionsCalledOnLoad' : ''
