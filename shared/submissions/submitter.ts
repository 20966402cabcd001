type Submitted = { user_id: number | null; user_name: string }

/** Name of the author for readers; visitors of a public link have none. */
export const submitterOf = ({ user_id, user_name }: Submitted, t: (key: 'submissions.publicLink') => string): string =>
  user_id === null ? t('submissions.publicLink') : user_name
