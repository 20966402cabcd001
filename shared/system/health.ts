/** Hours after which the newest backup is too old: a night that was missed, and half a day to notice. */
export const maxBackupAgeHours = 36
