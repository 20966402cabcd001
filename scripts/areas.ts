/** The entrance: its file is the first of all. */
export const entry = 'main.tsx'

/** What every signed-in screen needs, by its roots below web/: loaded in one piece, with all that they import. */
export const app = ['App.tsx', 'api.ts', 'ui/PathLink.tsx', 'ui/ErrorState.tsx', 'lib/taskTitle.ts'] as const

/** What stands around a signed-in screen, but for what app has. */
export const around = [
  ...['shell/around.tsx', 'ui/page/PageHeader.tsx', 'ui/list/useList.ts', 'ui/list/useSelection.ts'],
  ...['ui/list/Filters.tsx', 'lib/allPages.ts'],
] as const

/** What lists need besides. */
export const list = ['ui/list/DataTable.tsx', 'ui/list/ListToolbar.tsx'] as const

/** What every signed-in screen fetches once it stands: news, and what is kept and sent in the background. */
export const background = [
  ...['shell/notices/PersonNotices.tsx', 'shell/ScrollToTop.tsx', 'lib/realtime/realtime.ts'],
  ...['filling/kinds.ts', 'messaging/kinds.ts', 'subjects/kinds.ts', 'tasks/kinds.ts', 'vehicle-log/kinds.ts'],
  ...['tasks/ends/keepEnds.ts', 'lib/offline/queue.ts'],
  ...['lib/offline/keyVault.ts', 'lib/offline/database/freshDatabases.ts', 'lib/offline/database/renewLog.ts'],
] as const

/** A form that somebody without an account fills in. */
export const visitor = ['filling/visitor/PublicFormPage.tsx', 'filling/visitor/Filling.tsx'] as const

/** Where somebody with an account does. */
export const filling = 'filling/draft/FillingPage.tsx'

/**
 * What filling in needs, in few pieces: of our own modules below its roots, those without which nobody needs a module
 * of the piece. Left alone the form comes in ninety files, and a phone takes longer over that than over what is in
 * them.
 */
export const pieces = {
  /** The databases of this device, which keep what people write, and read. */
  device: [
    ...['lib/offline/database/database.ts', 'lib/offline/useLive.ts', 'lib/offline/responseCache.ts'],
    'lib/offline/entries.ts',
  ],
  /** What works forms out: whoever shows a submission needs it too. */
  engine: [
    ...[
      '../shared/forms/evaluation/FormState.ts',
      '../shared/submissions/formatter.ts',
      '../shared/forms/choiceSets.ts',
    ],
    ...['../shared/forms/evaluation/compile.ts', '../shared/forms/scoreAnswer.ts'],
  ],
  /** The means of answering questions: also in the builder. */
  answers: ['answers/draft/Draft.ts', 'answers/AnswerInput.tsx', '../shared/forms/answers/goOver.ts'],
  /** Questions: also of corrections and test fills. */
  questions: ['filling/pages/SectionView.tsx'],
  /** The rest of what both visitors and people with an account need. */
  form: ['filling/visitor/Filling.tsx', filling],
  sending: ['lib/offline/sending.ts'],
  /** What only those with an account need. */
  filling: [filling],
} as const

/** What is sent and fetched of forms on every page. */
export const sentEverywhere = ['filling/kinds.ts', 'filling/draft/keepForms.ts'] as const

/**
 * Small modules of these pieces that other areas need too. By themselves each would be a file of its own, which costs a
 * phone more than what is in them: they come together, and those areas load a few that they do not need. Paths from the
 * project's folder, or parts of a package's.
 */
export const together = {
  device: [
    ...['filling/journal/journalDatabase.ts', 'filling/journal/journal.ts', 'filling/journal/lastResort.ts'],
    ...['lib/offline/outboxHandler.ts', 'lib/offline/outbox.ts'],
    ...['../shared/lib/canonicalJson.ts'],
  ],
  leaves: ['../shared/forms/elements.ts', 'lib/backOff.ts', 'ui/useQuietShell.ts'],
  /** Files that are given to a person, and how they may be named. */
  saving: ['lib/saveFile.ts', '../shared/lib/filename.ts'],
  signs: ['../shared/lib/folding.ts'],
  numbers: ['../shared/lib/numbers.ts'],
  /** Of a form's link; the gate also of what is shared. */
  link: ['filling/visitor/calls.ts', 'filling/visitor/pin.ts', 'filling/visitor/useTexts.ts', 'lib/errorText.ts'],
  gate: [
    ...['filling/visitor/Frame.tsx', 'filling/visitor/Frame.module.css', 'filling/visitor/LanguageChoice.tsx'],
    ...['filling/visitor/address.ts', 'auth/CodeGate.tsx', 'auth/CodeGate.module.css'],
  ],
  score: [
    ...['submissions/bandStatus.ts', 'ui/figures/ScoreRing.tsx', 'submissions/ScoreFigure.tsx'],
    ...['ui/figures/ScoreRing.module.css', 'submissions/ScoreFigure.module.css'],
  ],
  bits: [
    ...['../shared/forms/answers/content.ts', '../shared/forms/registerTypes.ts', '../shared/forms/appearance.ts'],
    ...['../shared/lib/inlineMarkdown.ts', 'answers/draft/rows.ts'],
    ...['answers/texts/Inlines.tsx', 'ui/PhotoThumb.tsx', 'ui/PhotoThumb.module.css'],
    ...['answers/photos/AddButton.tsx', 'answers/photos/AddButton.module.css', 'answers/photos/PhotoStrip.module.css'],
    ...['ui/SavedIndicator.tsx', 'ui/SavedIndicator.module.css'],
  ],
  answers: ['answers/draft/DraftContext.tsx'],
  questions: ['filling/pages/RowSteps.tsx', 'filling/pages/WantedAnchor.tsx'],
} as const

/** The same of packages. */
export const togetherOfPackages = {
  leaves: [
    ...['/IconDownload.', '/IconRefresh.', '/IconCloudOff.', '/IconTrash.', '/IconSend.', '/IconCircleCheckFilled.'],
    '/use-disclosure/',
  ],
  bits: ['/IconSquareCheckFilled.', '/IconSquare.', '/IconCircle.', '/IconHelp.', '/IconNote.'],
} as const

/** What signed-in screens and public forms use, and the entrance's other pages need not load with the rest of that. */
export const notShared: readonly string[] = ['lib/offline/retry.ts', 'lib/backOff.ts']

/** What is only fetched by or behind one of these pieces, or may load one for a part of it. */
export const partsOfForms =
  /^web\/(answers|filling\/(draft|pages|rows|subject|visitor|kinds)|lib\/offline\/|forms\/editor\/preview)/

/** Of packages what only the background uses. */
export const backgroundPackages = ['/use-window-scroll/'] as const

/** Of packages what many areas use. */
export const partsOfPackages = [
  ...['/components/Group/', '/components/NativeSelect/', '/ComboboxChevron', '/get-parsed-combobox-data/'],
  ...['/Combobox.module', '/get-auto-contrast-value/', '/create-event-handler/'],
  ...['/IconPlus.', '/IconPencil.'],
] as const

/** Files of packages that signed-in screens and public forms use. */
export const ofPackages = [
  ...['/IconArrowLeft.', '/IconArrowRight.', '/IconChevronDown.', '/IconCheck.', '/IconCircleDot.', '/IconX.'],
  ...['/use-merged-ref/', '/create-safe-context/', '/components/Skeleton/', '/use-network/', '/use-window-event/'],
] as const
