/** What entries of the audit log are about, as far as one looks for it. */
export const subjectTypes = [
  'User',
  'Company',
  'Invite',
  'Role',
  'CompanyPlan',
  'Plan',
  'Form',
  'Legal',
  'Animal',
  'AnimalGroup',
  'Location',
  'Vehicle',
] as const
