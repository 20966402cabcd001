type Submitted = { user_id: number | null; user_name: string }

/** Who filled it in, as readers are told: nobody has a name who came by the public link of the form. */
export const submitterOf = ({ user_id, user_name }: Submitted, t: (key: 'submissions.publicLink') => string): string =>
  user_id === null ? t('submissions.publicLink') : user_name
