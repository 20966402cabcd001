/** The entrance: its file is the first of all. */
export const entry = 'main.tsx'

/** What else is loaded in one piece, by its roots below web/: what every signed-in screen needs, and a public form. */
export const firstFiles = {
  app: [
    ...['App.tsx', 'shell/Shell.tsx', 'ui/list/DataTable.tsx', 'ui/list/ListToolbar.tsx', 'ui/list/useList.ts'],
    ...['ui/list/useSelection.ts', 'ui/page/PageHeader.tsx', 'ui/PathLink.tsx'],
  ],
  visitor: ['filling/visitor/PublicFormPage.tsx', 'filling/visitor/Filling.tsx'],
} as const

/** Files of packages that both of them use. */
export const ofPackages = [
  ...['/IconArrowLeft.', '/IconArrowRight.', '/IconChevronDown.', '/IconCheck.', '/IconCircleDot.', '/IconX.'],
  ...['/use-merged-ref/', '/create-safe-context/', '/components/Skeleton/'],
] as const
