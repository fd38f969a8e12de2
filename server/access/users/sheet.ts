import { accountSheet, accountStateNames, postNames, userFields, userStatusNames, userTaskTexts, usertypeNames } from '#/api/access/users.texts.ts'
import { maskMobile } from '#/domain/identity.ts'
import { provinces } from '#/domain/provinces.ts'
import type { Language } from '#/domain/text.ts'
import type { presentApplication } from '#/server/access/users/presentation.ts'
import type { ExportRow, Filter } from '#/server/access/users/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import type { List } from '#/server/kernel/sheet-file.ts'
import type { WriteColumn, WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

const order: readonly (readonly [Exclude<keyof typeof userFields, 'yes' | 'duties'>, number])[] = [
  ['username', 20],
  ['name', 14],
  ['mobile', 16],
  ['usertype', 12],
  ['post', 16],
  ['subject', 30],
  ['centres', 30],
  ['province', 14],
  ['roles', 30],
  ['status', 10],
  ['lastLogin', 20],
  ['mustChange', 12],
  ['created', 20],
]

/** An account as a row of the workbook; the mobile number masked. */
export function userLine(row: ExportRow, language: Language): WriteRow {
  const place = row.province === null ? undefined : provinces[row.province]
  const status = userStatusNames[row.status as keyof typeof userStatusNames]
  return [
    row.username,
    row.name,
    row.mobile === '' ? '' : maskMobile(row.mobile),
    say(usertypeNames[row.usertype], language),
    say(postNames[row.poststatus], language),
    row.subject ?? '',
    row.area.map((centre) => centre.name).join('、'),
    place ? say(place, language) : '',
    row.roles.map((role) => role.name).join('、'),
    status ? say(status, language) : String(row.status),
    row.last_login_at ? shanghai.format(row.last_login_at) : '',
    row.must_change ? say(userFields.yes, language) : '',
    shanghai.format(row.created_at),
  ]
}

/** Accounts to take along. */
export function userList(filter: Filter, rows: readonly WriteRow[], language: Language): List {
  const columns = order.map(([field, width]): WriteColumn => ({ heading: say(userFields[field], language), width }))
  return { name: say(userTaskTexts.list, language), filter, columns, rows }
}

type Told = ReturnType<typeof presentApplication>

/** What units ask for, to take along; mobile numbers masked. */
export function applicationList({ language }: Context, filter: object, rows: readonly Told[]): List {
  const { title, unit, applicant, submitted, waiting, reviewer, reason } = accountSheet
  const { username, name, mobile, roles, status } = userFields
  const columns = [unit, applicant, username, name, mobile, roles, submitted, waiting, reviewer, status, reason].map((heading) => ({
    heading: say(heading, language),
    width: 20,
  }))
  const lines = rows.map((row) => [
    row.unitName,
    row.applicant,
    row.username,
    row.name,
    row.mobile,
    row.roles.join('、'),
    shanghai.format(new Date(row.requestedAt)),
    String(row.waitingHours),
    row.reviewer,
    say(accountStateNames[row.state], language),
    row.reason,
  ])
  return { name: say(title, language), filter, columns, rows: lines }
}
