import { accountSheet, accountStateNames, postNames, userFields, userStatusNames, userTaskTexts, usertypeNames } from '#/api/access/users.texts.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { provinces } from '#/domain/base/provinces.ts'
import { joinWords, type Language } from '#/domain/base/text.ts'
import type { presentApplication } from '#/server/access/users/presentation.ts'
import type { ExportRow, UserFilter } from '#/server/access/users/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'

function provinceOf(row: ExportRow, language: Language): string {
  const place = row.province === null ? undefined : provinces[row.province]
  return place ? translate(place, language) : ''
}

function statusOf(row: ExportRow, language: Language): string {
  const status = userStatusNames[row.status as keyof typeof userStatusNames]
  return status ? translate(status, language) : String(row.status)
}

const columns: readonly ListColumn<ExportRow>[] = [
  { heading: userFields.username, width: 20, value: (row) => row.username },
  { heading: userFields.name, width: 14, value: (row) => row.name },
  { heading: userFields.mobile, width: 16, value: (row) => (row.mobile === '' ? '' : maskMobile(row.mobile)) },
  { heading: userFields.usertype, width: 12, value: (row, language) => translate(usertypeNames[row.usertype], language) },
  { heading: userFields.post, width: 16, value: (row, language) => translate(postNames[row.poststatus], language) },
  { heading: userFields.subject, width: 30, value: (row) => row.subject ?? '' },
  {
    heading: userFields.centres,
    width: 30,
    value: (row, language) =>
      joinWords(
        row.area.map((centre) => centre.name),
        language,
      ),
  },
  { heading: userFields.province, width: 14, value: (row, language) => provinceOf(row, language) },
  {
    heading: userFields.roles,
    width: 30,
    value: (row, language) =>
      joinWords(
        row.roles.map((role) => presetName(role.name, language)),
        language,
      ),
  },
  { heading: userFields.status, width: 10, value: (row, language) => statusOf(row, language) },
  { heading: userFields.lastLogin, width: 20, value: (row) => (row.last_login_at ? dateTimeOf(row.last_login_at) : '') },
  { heading: userFields.mustChange, width: 12, value: (row, language) => (row.must_change ? translate(userFields.yes, language) : '') },
  { heading: userFields.created, width: 20, value: (row) => dateTimeOf(row.created_at) },
]

export function userList(filter: UserFilter, language: Language): Omit<ExportList<ExportRow>, 'rows'> {
  return { name: translate(userTaskTexts.list, language), language, filter, columns }
}

type PresentedApplication = ReturnType<typeof presentApplication>

const applicationColumns: readonly ListColumn<PresentedApplication>[] = [
  { heading: accountSheet.unit, width: 20, value: (row) => row.unitName },
  { heading: accountSheet.applicant, width: 20, value: (row) => row.applicant },
  { heading: userFields.username, width: 20, value: (row) => row.username },
  { heading: userFields.name, width: 20, value: (row) => row.name },
  { heading: userFields.mobile, width: 20, value: (row) => row.mobile },
  { heading: userFields.roles, width: 20, value: (row, language) => joinWords(row.roles, language) },
  { heading: accountSheet.submitted, width: 20, value: (row) => dateTimeOf(new Date(row.requestedAt)) },
  { heading: accountSheet.waiting, width: 20, value: (row) => row.waitingHours },
  { heading: accountSheet.reviewer, width: 20, value: (row) => row.reviewer },
  { heading: userFields.status, width: 20, value: (row, language) => translate(accountStateNames[row.state], language) },
  { heading: accountSheet.reason, width: 20, value: (row) => row.reason },
]

/** Returns the export of applications, with mobile numbers masked. */
export function applicationList({ language }: Context, filter: object, rows: readonly PresentedApplication[]): ExportList<PresentedApplication> {
  return { name: translate(accountSheet.title, language), language, filter, columns: applicationColumns, rows }
}
