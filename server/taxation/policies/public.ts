export { policies } from '#/server/taxation/policies/operations.ts'
export { readCalendar } from '#/server/taxation/policies/store-years.ts'
