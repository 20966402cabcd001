/** The keys of all texts, read from the English ones. A new noun adds its file here. */
import 'i18next'
import type animalGroups from './en/animalGroups.json'
import type animals from './en/animals.json'
import type audit from './en/audit.json'
import type auth from './en/auth.json'
import type common from './en/common.json'
import type companies from './en/companies.json'
import type filling from './en/filling.json'
import type forms from './en/forms.json'
import type invites from './en/invites.json'
import type legal from './en/legal.json'
import type locations from './en/locations.json'
import type members from './en/members.json'
import type plans from './en/plans.json'
import type problem from './en/problem.json'
import type profile from './en/profile.json'
import type publicTexts from './en/public.json'
import type publicForm from './en/publicForm.json'
import type publicLink from './en/publicLink.json'
import type roles from './en/roles.json'
import type shell from './en/shell.json'
import type subjects from './en/subjects.json'
import type submissions from './en/submissions.json'
import type tasks from './en/tasks.json'
import type today from './en/today.json'
import type users from './en/users.json'
import type vehicles from './en/vehicles.json'
import type xlsform from './en/xlsform.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    returnNull: false
    resources: {
      translation: {
        animalGroups: typeof animalGroups
        animals: typeof animals
        audit: typeof audit
        auth: typeof auth
        common: typeof common
        companies: typeof companies
        filling: typeof filling
        forms: typeof forms
        invites: typeof invites
        legal: typeof legal
        locations: typeof locations
        members: typeof members
        plans: typeof plans
        problem: typeof problem
        profile: typeof profile
        public: typeof publicTexts
        publicForm: typeof publicForm
        publicLink: typeof publicLink
        roles: typeof roles
        shell: typeof shell
        subjects: typeof subjects
        submissions: typeof submissions
        tasks: typeof tasks
        today: typeof today
        users: typeof users
        vehicles: typeof vehicles
        xlsform: typeof xlsform
      }
    }
  }
}
