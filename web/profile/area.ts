/** The pages of the own account, which the browser fetches together. */
export { AccountPage } from './AccountPage.tsx'
export { CalendarPage } from './CalendarPage.tsx'
export { DataPage } from './DataPage.tsx'
export { DevicesPage } from './DevicesPage.tsx'
export { NotificationsPage } from './NotificationsPage.tsx'
export { ProfilePage } from './ProfilePage.tsx'
export { SecurityPage } from './SecurityPage.tsx'
