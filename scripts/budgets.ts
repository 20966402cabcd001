/**
 * Budgets of JavaScript that a browser may load before each area can be used, in kB gzipped; an area gets its line
 * before it is built. Counted are the modules named here with all that they import and lazy parts of the first use, not
 * parts that a page fetches later.
 */
export type Budget = {
  area: string
  kilobytes: number
  /**
   * Roots below web/, by the page that is opened; each is measured by itself.
   */
  opens: Readonly<Record<string, readonly string[]>>
}

/** The file that every address begins with, and what stands around every signed-in screen. */
const entry = 'index.html'
const shell = [entry, 'App.tsx', 'shell/appChrome.tsx']

const behindShell = (...modules: string[]) => ({ [modules[0] ?? '']: [...shell, ...modules] })
const entrance = (page: string) => ({ [page]: [entry, page] })
const ofProfile = (...parts: string[]) =>
  Object.assign({}, ...parts.map(part => behindShell(`profile/${part}Page.tsx`, 'profile/ProfilePage.tsx')))

/** With the bell, the messages' popup and their count; and the palette's keys. */
export const shellWithTable = 225

export const budgets: readonly Budget[] = [
  { area: 'sign-in', kilobytes: 126, opens: { 'sign-in': [entry] } },
  {
    area: 'shell with a table',
    kilobytes: shellWithTable,
    opens: behindShell('roles/RolesPage.tsx'),
  },
  {
    area: 'the entrance’s other pages',
    kilobytes: 134,
    opens: {
      ...entrance('auth/ActionPage.tsx'),
      ...entrance('helpers/HelpPage.tsx'),
      ...entrance('shares/SharedPage.tsx'),
      ...entrance('passes/visit/PassVisitPage.tsx'),
      ...entrance('auth/verify/VerifyPage.tsx'),
      ...entrance('auth/account/DeletedPage.tsx'),
      ...entrance('auth/sso/SsoPage.tsx'),
      ...entrance('auth/pin/EnrolPage.tsx'),
      ...entrance('auth/InvitationPage.tsx'),
      ...entrance('auth/legal/LegalPage.tsx'),
      ...entrance('auth/RegisterPage.tsx'),
      ...entrance('auth/password/ResetPasswordPage.tsx'),
    },
  },
  {
    // Opened once, by who sets a tend up, in place of making its first account.
    area: 'a backup brought back at the entrance',
    kilobytes: 262,
    opens: entrance('auth/restore/RestorePage.tsx'),
  },
  {
    area: 'unsent work, opened at the entrance',
    kilobytes: 265,
    opens: {
      'auth/work/WorkOfDevicePage.tsx': [entry, 'App.tsx', 'auth/work/WorkOfDevicePage.tsx'],
    },
  },
  { area: 'public form, as it opens', kilobytes: 140, opens: entrance('filling/publicForm/PublicFormPage.tsx') },
  {
    // Lookups in tables, rankings and lines on maps are part of working a form out; the puzzle and the PIN come before
    // the first question.
    area: 'public form, filled in',
    kilobytes: 242,
    opens: {
      'public form, filled in': [entry, 'filling/publicForm/PublicFormPage.tsx', 'filling/publicForm/Filling.tsx'],
      'a report, come back to': [
        entry,
        'filling/publicForm/PublicFormPage.tsx',
        'filling/publicForm/channel/CaseView.tsx',
      ],
    },
  },
  {
    area: 'lists',
    // The design's wish is 260; the list of forms to fill in brings the device's database (decision 0024).
    kilobytes: 264,
    opens: {
      ...behindShell('animals/AnimalsPage.tsx'),
      ...behindShell('animals/AnimalPage.tsx'),
      ...behindShell('animal-groups/AnimalGroupsPage.tsx'),
      ...behindShell('animal-groups/AnimalGroupPage.tsx'),
      ...behindShell('locations/LocationsPage.tsx'),
      ...behindShell('locations/LocationPage.tsx'),
      ...behindShell('locations/LocationTreePage.tsx'),
      ...behindShell('vehicles/VehiclesPage.tsx'),
      ...behindShell('vehicles/VehiclePage.tsx'),
      ...behindShell('vehicles/CertificatesPage.tsx'),
      ...behindShell('tasks/TaskPage.tsx'),
      ...behindShell('tasks/company/CompanyTasksPage.tsx'),
      ...behindShell('tasks/company/AssignmentsPage.tsx'),
      ...behindShell('notifications/NotificationsPage.tsx'),
      ...behindShell('submissions/SubmissionsPage.tsx'),
      ...behindShell('submissions/SubmissionPage.tsx'),
      ...behindShell('findings/FindingsPage.tsx'),
      ...behindShell('cases/CasesPage.tsx'),
      ...behindShell('cases/CasePage.tsx'),
      ...behindShell('forms/FormsPage.tsx'),
      ...behindShell('forms/TemplatesPage.tsx'),
      ...behindShell('members/MembersPage.tsx'),
      ...behindShell('members/invites/InvitesPage.tsx'),
      ...behindShell('keys/KeysPage.tsx'),
      ...behindShell('webhooks/WebhooksPage.tsx'),
      ...behindShell('companies/CompaniesPage.tsx'),
      ...behindShell('companies/CompanyPage.tsx'),
      ...behindShell('users/UsersPage.tsx'),
      ...behindShell('users/UserPage.tsx'),
      ...behindShell('audit/AuditPage.tsx'),
      ...behindShell('seals/SealsPage.tsx'),
      ...behindShell('plans/OffersPage.tsx'),
      ...behindShell('plans/CompanyPlansPage.tsx'),
      ...behindShell('plans/PricingPage.tsx'),
      ...behindShell('plans/ThanksPage.tsx'),
      ...behindShell('legal/LegalEditorPage.tsx'),
      ...behindShell('guides/GuidesPage.tsx'),
      ...behindShell('guides/AllGuidesPage.tsx'),
      ...behindShell('guides/ReadyGuidesPage.tsx'),
      ...behindShell('guides/GuidePage.tsx'),
      ...behindShell('reports/ReportsPage.tsx'),
      ...behindShell('reports/ExportPdfPage.tsx'),
      ...behindShell('messaging/reports/ReportsPage.tsx'),
      ...behindShell('shares/SharedThingsPage.tsx'),
      ...behindShell('passes/PassesPage.tsx'),
      ...behindShell('passes/PassPage.tsx'),
      ...behindShell('dashboard/DashboardPage.tsx'),
      ...behindShell('system/HealthPage.tsx'),
      ...behindShell('filling/FillInPage.tsx'),
      ...behindShell('outbox/OutboxPage.tsx'),
    },
  },
  // With what this device keeps: begun work stands there.
  {
    area: 'today',
    kilobytes: 284,
    opens: behindShell('today/TodayPage.tsx'),
  },
  // Forms from the first moment, which bring the checks of what is typed.
  {
    area: 'pages that are forms',
    kilobytes: shellWithTable + 80,
    opens: {
      ...behindShell('roles/RolePage.tsx'),
      ...behindShell('sso/SignInPage.tsx'),
      ...ofProfile('Data', 'Security', 'Devices', 'Notifications', 'Calendar', 'Account'),
      ...behindShell('setup/SetupPage.tsx'),
      ...behindShell('companies/CompanyDetailPage.tsx'),
      ...behindShell('submissions/importing/ImportPage.tsx'),
      ...behindShell('imports/ImportPage.tsx'),
      ...behindShell('books/BooksPage.tsx'),
    },
  },
  // A form is answered before the app chrome is there. The table of all calls is 4 kB of it (decision 0024).
  {
    area: 'filling in',
    kilobytes: 296,
    opens: { 'filling/draft/FillingPage.tsx': [entry, 'App.tsx', 'filling/draft/FillingPage.tsx'] },
  },
  { area: 'filling in, corrected', kilobytes: 297, opens: behindShell('submissions/correction/CorrectionPage.tsx') },
  {
    area: 'guides, written',
    kilobytes: shellWithTable + 195,
    opens: {
      ...behindShell('guides/editor/CreateGuidePage.tsx'),
      ...behindShell('guides/editor/EditGuidePage.tsx'),
    },
  },
  {
    area: 'builder',
    kilobytes: shellWithTable + 152,
    opens: behindShell('forms/FormPage.tsx'),
  },
  {
    area: 'messages, without the composer’s editor',
    kilobytes: shellWithTable + 60,
    opens: behindShell('messaging/MessagingPage.tsx'),
  },
  { area: 'calendar', kilobytes: shellWithTable + 132, opens: behindShell('tasks/calendar/CalendarPages.tsx') },
  {
    area: 'a report with charts',
    kilobytes: shellWithTable + 130,
    opens: behindShell('reports/details/ReportPage.tsx'),
  },
]
