/** The calendars, which bring a library of their own. */
export { CompanyCalendarPage, OwnCalendarPage } from './CalendarPages.tsx'
