import { registers } from '../shared/subjects/registry.ts'

/**
 * What a browser may load, in kB of JavaScript, gzipped, before each area can be used: the one place where budgets stand. An area gets
 * its line before it is built. Counted are the modules named here with all that they import, lazy parts that the first use needs
 * included; what is fetched later for a part of a page is not.
 */
export type Budget = {
  area: string
  kilobytes: number
  /** Roots below web/, by what is opened in that area; each is measured by itself. Empty while the area is not built. */
  opens: Readonly<Record<string, readonly string[]>>
}

/** The file that every address begins with, and what stands around every signed-in screen. */
const entry = 'index.html'
const shell = [entry, 'App.tsx', 'shell/around.tsx']
/** Of a list: the boxes before its rows, and the pages below it. */
const list = ['ui/list/RowCheckbox.tsx', 'ui/list/ListFooter.tsx']

const behindShell = (...modules: string[]) => ({ [modules[0] ?? '']: [...shell, ...modules] })
const entrance = (page: string) => ({ [page]: [entry, page] })
/** Of the entrance what few people open. */
const rarely = (page: string) => ({ [page]: [entry, 'auth/OtherPage.tsx', page] })
const aList = (area: string, ...lazy: string[]) => behindShell(area, ...list, ...lazy)

/** What is a register is listed alike: a new one needs no line here. */
const folderOf = (feature: string) => feature.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const listsOfRegisters: Record<string, string[]> = Object.assign(
  {},
  ...registers.map(({ feature }) => aList(`${folderOf(feature)}/area.ts`, 'subjects/status/SubjectStatus.tsx')),
)

/** With the bell, the messages' popup and their count; and the palette's keys. */
export const shellWithTable = 225

export const budgets: readonly Budget[] = [
  { area: 'sign-in', kilobytes: 125.5, opens: { 'sign-in': [entry] } },
  {
    area: 'shell with a table',
    kilobytes: shellWithTable,
    opens: aList('locations/area.ts', 'subjects/status/SubjectStatus.tsx'),
  },
  {
    area: 'the entrance’s other pages',
    kilobytes: 132.5,
    opens: {
      ...entrance('auth/ActionPage.tsx'),
      ...entrance('helpers/HelpPage.tsx'),
      ...rarely('shares/SharedPage.tsx'),
      ...rarely('auth/verify/VerifyPage.tsx'),
      ...rarely('auth/account/DeletedPage.tsx'),
      ...rarely('auth/pin/EnrolPage.tsx'),
      ...rarely('auth/FirstAdministratorPage.tsx'),
      ...entrance('auth/password/ForgotPasswordPage.tsx'),
      ...entrance('auth/InvitationPage.tsx'),
      ...rarely('auth/legal/LegalPage.tsx'),
      ...entrance('auth/RegisterPage.tsx'),
      ...entrance('auth/password/ResetPasswordPage.tsx'),
    },
  },
  {
    area: 'unsent work, opened at the entrance',
    kilobytes: 265,
    opens: {
      'auth/work/WorkOfDevicePage.tsx': [entry, 'App.tsx', 'auth/work/WorkOfDevicePage.tsx'],
    },
  },
  { area: 'public form, as it opens', kilobytes: 140, opens: entrance('filling/visitor/PublicFormPage.tsx') },
  {
    // Lookups in tables, rankings and lines on maps are part of working a form out; the puzzle and the PIN come before the first question.
    area: 'public form, filled in',
    kilobytes: 239,
    opens: {
      'public form, filled in': [entry, 'filling/visitor/PublicFormPage.tsx', 'filling/visitor/Filling.tsx'],
      'a report, come back to': [entry, 'filling/visitor/PublicFormPage.tsx', 'filling/visitor/channel/CaseReturn.tsx'],
    },
  },
  {
    area: 'lists',
    kilobytes: 260,
    opens: {
      ...listsOfRegisters,
      ...aList(
        'animals/area.ts',
        'subjects/status/SubjectStatus.tsx',
        'subjects/status/StatusBanner.tsx',
        'subjects/status/StatusHistory.tsx',
      ),
      ...behindShell('locations/tree/LocationTree.tsx', 'locations/area.ts'),
      ...aList('certificates/PaperList.tsx', 'vehicles/area.ts'),
      ...behindShell('tasks/area.ts'),
      ...aList('tasks/company/area.ts'),
      ...behindShell('tasks/company/AssignmentPage.tsx'),
      ...behindShell('notifications/area.ts'),
      ...aList('submissions/SubmissionsPage.tsx'),
      ...behindShell('submissions/SubmissionPage.tsx'),
      ...behindShell('findings/area.ts'),
      ...aList('cases/area.ts', 'cases/CaseFigures.tsx'),
      ...aList('forms/FormsPage.tsx'),
      ...behindShell('forms/TemplatesPage.tsx'),
      ...aList('members/area.ts'),
      ...aList('invites/area.ts'),
      ...aList('companies/area.ts'),
      ...aList('roles/RolesPage.tsx'),
      ...aList('users/area.ts'),
      ...aList('audit/area.ts'),
      ...behindShell('seals/area.ts'),
      ...aList('plans/area.ts'),
      ...behindShell('legal/area.ts'),
      ...aList('guides/area.ts', 'guides/GuideCare.tsx'),
      ...aList('reports/area.ts'),
      ...aList('dashboard/area.ts'),
      ...behindShell('filling/FillInPage.tsx'),
      ...behindShell('outbox/OutboxPage.tsx'),
    },
  },
  // With what this device keeps: begun work stands there.
  {
    area: 'today',
    kilobytes: 270,
    opens: behindShell('today/area.ts', 'today/ManagerToday.tsx', 'filling/Drafts.tsx'),
  },
  // Forms from the first moment, which bring the checks of what is typed.
  {
    area: 'pages that are forms',
    kilobytes: shellWithTable + 75,
    opens: {
      ...behindShell('roles/RolePage.tsx'),
      ...behindShell('profile/area.ts'),
      ...behindShell('companies/setup/SetupPage.tsx'),
      ...behindShell('companies/CompanyDetailPage.tsx'),
      ...behindShell('vehicles/VehicleEditPage.tsx'),
      ...behindShell('submissions/importing/area.ts'),
      ...behindShell('imports/ImportPage.tsx'),
      ...behindShell('books/BooksPage.tsx'),
    },
  },
  // A form is answered before the app chrome is there. The table of all calls is 4 kB of it (decision 0024).
  {
    area: 'filling in',
    kilobytes: 294,
    opens: { 'filling/draft/FillingPage.tsx': [entry, 'App.tsx', 'filling/draft/FillingPage.tsx'] },
  },
  { area: 'filling in, corrected', kilobytes: 294, opens: behindShell('submissions/correction/area.ts') },
  { area: 'guides, written', kilobytes: shellWithTable + 195, opens: behindShell('guides/editor/area.ts') },
  {
    area: 'builder',
    kilobytes: shellWithTable + 150,
    opens: behindShell('forms/FormPage.tsx', 'forms/editor/FormEditor.tsx'),
  },
  {
    area: 'messages, without the composer’s editor',
    kilobytes: shellWithTable + 60,
    opens: behindShell('messaging/area.ts'),
  },
  // A fifth of a kilobyte more than before: what many screens share came into files of its own.
  { area: 'calendar', kilobytes: shellWithTable + 132, opens: behindShell('tasks/calendar/area.ts') },
  { area: 'a report with charts', kilobytes: shellWithTable + 130, opens: behindShell('reports/details/area.ts') },
]
